import Upkeep

/// Writes `n` stored values in a transaction that throws, or, as the yardstick, in a batch that does not.
/// The operation is one such turn; the time per node is per write.
final class Rollback: Contestant {
  private struct Refusal: Error {}

  private let isUndone: Bool
  private let values: [StoredProperty<Int>]
  private var round = 0

  init(n: Int, isUndone: Bool) {
    self.isUndone = isUndone
    values = (0..<n).map { StoredProperty($0) }
  }

  func sample(_ operations: Int) throws -> Int {
    let before = values.map(\.value)
    let start = ThreadClock.now
    for _ in 0..<operations { turn() }
    let elapsed = ThreadClock.now - start
    let added = isUndone ? 0 : operations
    for (value, old) in zip(values, before) {
      try VoidRun.unless(value.value, is: old + added, "as a value", of: "rollback \(values.count)")
    }
    return elapsed
  }

  private func turn() {
    if isUndone {
      try? transaction {
        for value in values { value.value += 1 }
        throw Refusal()
      }
    } else {
      batch { for value in values { value.value += 1 } }
    }
  }
}

extension Race {
  /// The race to undo `n` writes, as a multiple of making them in a batch.
  static func rollback(n: Int) -> Race {
    against("batch", "rollback", n: n, counts: Counts(recomputations: 0, effects: 0)) {
      Rollback(n: n, isUndone: $0)
    }
  }
}
