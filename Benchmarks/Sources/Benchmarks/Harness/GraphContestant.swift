/// A workload's graph in an engine.
///
/// The operation is a write. Every sample asserts the sum of all delivered values, the number of
/// effect runs and the leaf; the counted pass asserts these and the computations after every write.
final class GraphContestant<E: Engine, W: Workload>: Contestant {
  private let workload: W
  private let engine = E()
  private let sink = Sink()
  private let wiring: Wiring<E>
  private var value = 0

  init(_ workload: W) {
    self.workload = workload
    wiring = workload.build(in: engine, into: sink)
    engine.finishBuilding()
  }

  /// Takes a sample; one untimed write before it brings the graph back into the caches.
  func sample(_ operations: Int) throws -> Int {
    write(1)
    let first = value + 1
    sink.reset()
    let start = ThreadClock.now
    write(operations)
    let elapsed = ThreadClock.now - start
    try checkAnswers(ofWritesFrom: first)
    return elapsed
  }

  /// Makes `operations` writes, each of the next value.
  func write(_ operations: Int) {
    let first = Opaque.hidden(value + 1)
    let (engine, source) = (engine, wiring.source)
    for offset in 0..<operations { engine.write(first &+ offset, to: source) }
    value += operations
  }

  private func checkAnswers(ofWritesFrom first: Int) throws {
    var expected = Expectation(recomputations: 0, effects: 0, sum: 0, leaf: 0)
    for written in first...value {
      let one = workload.expectation(for: written, E.visits)
      expected.effects += one.effects
      expected.sum += one.sum
      expected.leaf = one.leaf
    }
    try VoidRun.unless(sink.runs, is: expected.effects, "effect runs", of: subject)
    try VoidRun.unless(sink.sum, is: expected.sum, "as the sum of all effects", of: subject)
    try VoidRun.unless(engine.read(wiring.leaf), is: expected.leaf, "at the leaf", of: subject)
  }

  private var subject: String { "\(workload.name) \(workload.n), \(E.identity), at \(value)" }
}

extension GraphContestant {
  /// Makes a few writes with exact counts.
  static func count<Base: Engine>(_ workload: W) throws -> Counts where E == Counted<Base> {
    let contestant = GraphContestant(workload)
    let writes = workload.shape.nodes > 10_000 ? 3 : 20
    for _ in 1...writes {
      contestant.engine.tally.reset()
      contestant.sink.reset()
      contestant.write(1)
      try contestant.checkAnswers(ofWritesFrom: contestant.value)
      let expected = workload.expectation(for: contestant.value, E.visits)
      try VoidRun.unless(
        contestant.engine.tally.computations, is: expected.recomputations, "computations",
        of: contestant.subject)
    }
    let expected = workload.expectation(for: contestant.value, E.visits)
    return Counts(recomputations: expected.recomputations, effects: expected.effects)
  }
}
