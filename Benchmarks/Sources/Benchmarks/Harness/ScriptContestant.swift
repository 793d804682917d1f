/// A scenario's graph in an engine.
///
/// The operation is a run of the script. The script asserts its answers inside the timed part.
/// Every sample asserts the effect runs; the counted pass also asserts the computations of a run.
final class ScriptContestant<E: GeneralEngine, S: Scenario>: Contestant {
  private let scenario: S
  private let sink = Sink()
  private var engine = E()
  private var script: Script

  init(_ scenario: S) throws {
    self.scenario = scenario
    script = try scenario.build(in: engine, into: sink)
    // The first run is not measured: it begins with the values of a new graph, and every other run
    // with the values that the last run left behind.
    if !scenario.isFresh { try script() }
  }

  func sample(_ operations: Int) throws -> Int {
    if scenario.isFresh { return try sampleOnFreshGraphs(operations) }
    sink.reset()
    let start = ThreadClock.now
    for _ in 0..<operations { try script() }
    let elapsed = ThreadClock.now - start
    try checkEffects(ofRuns: operations)
    return elapsed
  }

  private func sampleOnFreshGraphs(_ operations: Int) throws -> Int {
    var elapsed = 0
    for _ in 0..<operations {
      try rebuild()
      let start = ThreadClock.now
      try script()
      elapsed += ThreadClock.now - start
      try checkEffects(ofRuns: 1)
    }
    return elapsed
  }

  private func rebuild() throws {
    script = {}
    engine = E()
    script = try scenario.build(in: engine, into: sink)
    sink.reset()
  }

  private func checkEffects(ofRuns runs: Int) throws {
    let expected = runs * scenario.counts(of: E.identity).effects
    try VoidRun.unless(sink.runs, is: expected, "effect runs", of: subject)
  }

  private var subject: String { "\(scenario.name) \(scenario.n), \(E.identity)" }
}

extension ScriptContestant {
  /// Runs the script once, with exact counts.
  static func count<Base: GeneralEngine>(_ scenario: S) throws -> Counts where E == Counted<Base> {
    let contestant = try ScriptContestant(scenario)
    if scenario.isFresh { try contestant.rebuild() }
    contestant.sink.reset()
    contestant.engine.tally.reset()
    try contestant.script()
    let expected = scenario.counts(of: E.identity)
    try contestant.checkEffects(ofRuns: 1)
    try VoidRun.unless(
      contestant.engine.tally.computations, is: expected.recomputations, "computations",
      of: contestant.subject)
    return Counts(
      recomputations: expected.recomputations / scenario.operations,
      effects: expected.effects / scenario.operations)
  }
}
