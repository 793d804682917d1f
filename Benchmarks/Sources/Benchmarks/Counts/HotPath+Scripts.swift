extension HotPath {
  /// One run of a script, per node run; for cellx including the creation and release of its graph.
  static var scripts: [HotPath] {
    [
      script(KairoMux()), script(KairoUnstable()), script(KairoAvoidable()), script(Cellx(n: 20)),
      script(Grid(shape: .counted10x10)),
    ]
  }

  private static func script<S: Scenario>(_ scenario: S) -> HotPath {
    HotPath("\(scenario.name).\(scenario.n)", parts: scenario.runs, operations: 4) {
      let contestant = orStop { try ScriptContestant<UpkeepTracked, S>(scenario) }
      return { operations in
        Opaque.consume(orStop { try contestant.sample(operations) })
      }
    }
  }

  /// Returns the result of `body`; a wrong answer makes the counts worthless and ends the program.
  ///
  /// Paths must not throw, because the compiler reserves a register for a throwing closure.
  private static func orStop<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { fatalError("\(error)") }
  }
}
