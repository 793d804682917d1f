extension HotPath {
  /// One run of a script, per node run; of cellx with the making and freeing of its graph.
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

  /// A wrong answer ends the program: nothing is to be counted then.
  ///
  /// The other paths throw nothing: where a closure may, the compiler keeps a register for the error in it.
  private static func orStop<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { fatalError("\(error)") }
  }
}
