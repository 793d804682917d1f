/// A row of S.js.
struct Row {
  enum Kind {
    /// Creates effects and ends them.
    case creation
    /// Creates few effects, writes the first source often, and ends the effects. The first write
    /// writes the current value.
    case update(writes: Int)
  }

  let name: String
  let kind: Kind
  let sources: Int
  let effects: Int
  /// The number of sources that an effect reads.
  let reads: Int
  /// The number of effects in a row that read the same sources.
  let readers: Int

  /// The number of created effects, or of writes.
  var n: Int {
    switch kind {
    case .creation: effects
    case .update(let writes): writes
    }
  }

  /// The index of the first source that an effect reads.
  func firstSource(of effect: Int) -> Int { effect / readers * reads }

  /// The sum of the sources' first values, which an effect receives.
  func firstSum(of effect: Int) -> Int {
    let first = firstSource(of: effect)
    return (first..<first + reads).reduce(0, +)
  }
}

extension Row {
  /// All rows but "createSignals".
  ///
  /// - Parameter count: 100,000 in the published rows.
  /// - Returns: the rows.
  static func all(_ count: Int) -> [Row] { creations(count) + updates(count) }

  /// The rows of creations; a name says how many sources an effect reads, and how many effects read
  /// a source.
  static func creations(_ count: Int) -> [Row] {
    func row(_ name: String, _ effects: Int, sources: Int, reads: Int = 1, readers: Int = 1) -> Row
    {
      Row(
        name: name, kind: .creation, sources: sources, effects: effects, reads: reads,
        readers: readers)
    }
    return [
      row("s.create0to1", count, sources: 0, reads: 0),
      row("s.create1to1", count, sources: count),
      row("s.create2to1", count / 2, sources: count, reads: 2),
      row("s.create4to1", count / 4, sources: count, reads: 4),
      row("s.create1000to1", count / 1000, sources: count, reads: 1000),
      row("s.create1to2", count, sources: count / 2, readers: 2),
      row("s.create1to4", count, sources: count / 4, readers: 4),
      row("s.create1to8", count, sources: count / 8, readers: 8),
      row("s.create1to1000", count, sources: count / 1000, readers: 1000),
    ]
  }

  static func updates(_ count: Int) -> [Row] {
    func row(_ name: String, _ writes: Int, reads: Int = 1, effects: Int = 1) -> Row {
      Row(
        name: name, kind: .update(writes: writes), sources: reads, effects: effects, reads: reads,
        readers: effects)
    }
    return [
      row("s.update1to1", 4 * count),
      row("s.update2to1", 2 * count, reads: 2),
      row("s.update4to1", count, reads: 4),
      row("s.update1000to1", count / 250, reads: 1000),
      row("s.update1to2", count, effects: 2),
      row("s.update1to4", count, effects: 4),
      row("s.update1to1000", count / 10, effects: 1000),
    ]
  }
}
