extension HotPath {
  /// One run of a script, per node run; of cellx with the making and freeing of its graph.
  static var scripts: [HotPath] {
    [
      script(KairoMux()), script(KairoUnstable()), script(KairoAvoidable()), script(Cellx(n: 20)),
      script(Grid(shape: .counted10x10)),
    ]
  }

  /// The answers are asserted in each run.
  private static func script<S: Scenario>(_ scenario: S) -> HotPath {
    HotPath("\(scenario.name).\(scenario.n)", parts: scenario.runs, operations: 4) {
      let contestant = try ScriptContestant<UpkeepTracked, S>(scenario)
      return { Opaque.consume(try contestant.sample($0)) }
    }
  }
}
