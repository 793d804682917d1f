/// Writes a value that has no readers.
///
/// The operation is one write, of a new value.
///
/// A stored value has no form, so Upkeep takes part once, as `declared`.
final class Write<E: Engine>: Contestant {
  static var name: String { "write" }

  private let engine = E()
  private let source: E.Source
  private var value = 0

  init() {
    source = engine.source(value)
    engine.finishBuilding()
  }

  func sample(_ operations: Int) throws -> Int {
    let first = Opaque.hidden(value + 1)
    let (engine, source) = (engine, source)
    let start = ThreadClock.now
    for offset in 0..<operations {
      let written = first &+ offset
      engine.write(written, to: source)
      Opaque.consume(written)
    }
    let elapsed = ThreadClock.now - start
    value += operations
    let found = engine.read(engine.node(source))
    try VoidRun.unless(found, is: value, "as the last value", of: "\(Self.name), \(E.identity)")
    return elapsed
  }
}

extension Write {
  /// Writes, and asserts the value after each write; there is nothing to compute.
  static func count() throws -> Counts {
    let contestant = Write()
    for _ in 0..<1000 { _ = try contestant.sample(1) }
    return Counts(recomputations: 0, effects: 0)
  }

  static func entrant() -> Entrant {
    Entrant(E.identity, count: { try Write<E>.count() }) { Write<E>() }
  }
}

extension Race {
  /// The race to write.
  static func write() -> Race {
    Race(
      name: "write", n: 1, runs: 1,
      entrants: [
        Write<UpkeepDeclared>.entrant(), Write<Handwritten>.entrant(), Write<Raw>.entrant(),
        Write<Naive>.entrant(), Write<Observed>.entrant(),
      ],
      absences: [])
  }
}
