/// Reads an up-to-date derived value, outside tracking.
///
/// The operation is one read.
///
///     source -> +1
final class Read<E: Engine>: Contestant {
  static var name: String { "read" }

  private let engine = E()
  private let source: E.Source
  private let derived: E.Node
  private var value = 0

  init() {
    source = engine.source(value)
    derived = engine.derive(engine.node(source), by: Adding(amount: 1))
    engine.finishBuilding()
  }

  func sample(_ operations: Int) throws -> Int {
    writeNext()
    var sum = 0
    let (engine, derived) = (engine, derived)
    let start = ThreadClock.now
    for _ in 0..<operations {
      let read = engine.read(derived)
      Opaque.consume(read)
      sum &+= read
    }
    let elapsed = ThreadClock.now - start
    let subject = "\(Self.name), \(E.identity)"
    try VoidRun.unless(sum, is: operations * (value + 1), "as the sum of all reads", of: subject)
    return elapsed
  }

  /// Changes the value, so that each sample reads another one, and reads it once, so that the timed
  /// reads compute nothing.
  private func writeNext() {
    value += 1
    engine.write(value, to: source)
    Opaque.consume(engine.read(derived))
  }
}

extension Read {
  /// Reads, and asserts that nothing is computed.
  static func count<Base: Engine>() throws -> Counts where E == Counted<Base> {
    let contestant = Read()
    contestant.writeNext()
    contestant.engine.tally.reset()
    for _ in 0..<1000 { Opaque.consume(contestant.engine.read(contestant.derived)) }
    let computations = contestant.engine.tally.computations
    try VoidRun.unless(computations, is: 0, "computations", of: "\(name), \(E.identity)")
    return Counts(recomputations: computations, effects: 0)
  }

  static func entrant() -> Entrant {
    Entrant(E.identity, count: { try Read<Counted<E>>.count() }) { Read<E>() }
  }
}

extension Race {
  /// The race to read.
  static func read() -> Race {
    Race(
      name: "read", n: 1, runs: 1,
      entrants: [
        Read<UpkeepDeclared>.entrant(), Read<UpkeepTracked>.entrant(),
        Read<Handwritten>.entrant(), Read<Raw>.entrant(), Read<Naive>.entrant(),
        Read<Observed>.entrant(),
      ],
      absences: [])
  }
}
