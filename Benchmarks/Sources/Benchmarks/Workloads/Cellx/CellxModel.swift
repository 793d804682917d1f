/// A plain simulation of cellx: the values of its layers before and after the batch.
struct CellxModel {
  static let before = [1, 2, 3, 4]
  static let after = [4, 3, 2, 1]

  /// The consequences of the batch: a value computes if an input changed, and an effect runs if its
  /// value changed.
  let counts: Counts
  /// The last layer before the batch, as published, or else as simulated; then after the batch.
  let lastBefore: [Int]
  let lastAfter: [Int]

  init(layers: Int) {
    var (old, new) = (Self.before, Self.after)
    var (recomputations, effects) = (0, 0)
    for _ in 0..<layers {
      let changed = (0..<4).map { old[$0] != new[$0] }
      let computed = [changed[1], changed[0] || changed[2], changed[1] || changed[3], changed[2]]
      recomputations += computed.count { $0 }
      (old, new) = (Self.layer(after: old), Self.layer(after: new))
      effects += (0..<4).count { old[$0] != new[$0] }
    }
    counts = Counts(recomputations: recomputations, effects: effects)
    (lastBefore, lastAfter) = (
      Self.published[layers]?.before ?? old, Self.published[layers]?.after ?? new
    )
  }

  private static func layer(after p: [Int]) -> [Int] { [p[1], p[0] - p[2], p[1] + p[3], p[2]] }

  /// The published answers, by the number of layers.
  private static let published = [
    1000: (before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]),
    2500: (before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]),
    5000: (before: [2, 4, -1, -6], after: [-2, 1, -4, -4]),
  ]

  /// Asserts an answer.
  func check(_ found: [Int], _ expected: [Int]) throws {
    for (one, other) in zip(found, expected) {
      try VoidRun.unless(one, is: other, "in the last layer", of: Cellx.name)
    }
  }
}
