/// Creates and destroys trios: a stored value, a derived value of it, and an effect on that.
///
/// The operation creates and destroys `n` trios in a graph of their own; the time per node is per
/// trio. The ratio is to the handwritten time per node run in `deep`.
final class Create<E: Engine>: Contestant {
  static var name: String { "create" }

  private let n: Int
  private let sink = Sink()

  init(n: Int) { self.n = n }

  func sample(_ operations: Int) throws -> Int {
    sink.reset()
    let first = Opaque.hidden(0)
    let start = ThreadClock.now
    for _ in 0..<operations { createAndDestroy(E(), from: first) }
    let elapsed = ThreadClock.now - start
    try check(sink, after: operations)
    return elapsed
  }

  private func createAndDestroy(_ engine: E, from first: Int) {
    for value in first..<first + n {
      let source = engine.source(value)
      let derived = engine.derive(engine.node(source), by: Adding(amount: 1))
      engine.effect(on: derived, into: sink)
    }
    engine.finishBuilding()
  }

  private func check(_ sink: Sink, after operations: Int) throws {
    let sum = operations * n * (n + 1) / 2
    let subject = "\(Self.name) \(n), \(E.identity)"
    try VoidRun.unless(sink.runs, is: operations * n, "effect runs", of: subject)
    try VoidRun.unless(sink.sum, is: sum, "as the sum of all effects", of: subject)
  }
}

extension Create {
  /// Creates one graph with exact counts.
  static func count<Base: Engine>(n: Int) throws -> Counts where E == Counted<Base> {
    let contestant = Create(n: n)
    let engine = E()
    contestant.createAndDestroy(engine, from: 0)
    try contestant.check(contestant.sink, after: 1)
    try VoidRun.unless(
      engine.tally.computations, is: n, "computations", of: "\(name) \(n), \(E.identity)")
    return Counts(recomputations: engine.tally.computations, effects: contestant.sink.runs)
  }

  static func entrant(n: Int) -> Entrant {
    Entrant(E.identity, count: { try Create<Counted<E>>.count(n: n) }) { Create<E>(n: n) }
  }
}

extension Race {
  /// The race to create and destroy `n` trios.
  static func create(n: Int) -> Race {
    let yardstick = Deep(n: 1000)
    return Race(
      name: "create", n: n, runs: n,
      entrants: [
        Create<UpkeepDeclared>.entrant(n: n), Create<UpkeepTracked>.entrant(n: n),
        Create<Handwritten>.entrant(n: n), Create<Raw>.entrant(n: n), Create<Naive>.entrant(n: n),
        Create<Observed>.entrant(n: n),
      ],
      absences: [],
      yardstick: Yardstick(entrant: Entrant(Handwritten.self, yardstick), runs: yardstick.n))
  }
}
