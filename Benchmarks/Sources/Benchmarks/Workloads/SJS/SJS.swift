/// The rows of S.js: effects that read sources directly, with nothing derived in between.
enum SJS {
  /// The size of the published rows.
  static let count = 100_000

  static let absences: [Race.Absence] = [
    .naive("it takes n steps to end one of n effects"),
    .observation("it has no way to end an effect"),
  ]

  static let hasNoForm = Race.Absence(
    identity: UpkeepTracked.identity, reason: "a source has no form: see declared")

  /// Makes sources, each holding its index and read three times.
  static func sources<E: GeneralEngine>(_ count: Int, in engine: E) -> [E.Source] {
    let sources = (0..<count).map { engine.source($0) }
    for _ in 0..<3 {
      for source in sources { Opaque.consume(engine.read(engine.node(source))) }
    }
    return sources
  }
}
