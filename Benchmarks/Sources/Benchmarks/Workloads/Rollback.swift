import Upkeep

/// Writes `n` stored values and reads their derived values in a transaction that throws.
///
/// The yardstick does the same in a batch. The operation is one such turn; the time per node is per
/// write.
///
///     value i -> +1 -> effect
final class Rollback: Contestant {
  private struct Refusal: Error {}

  private let isUndone: Bool
  private let values: [StoredProperty<Int>]
  private let derived: [Property<Int>]
  private let updater = Updater()
  private let sink = Sink()

  init(n: Int, isUndone: Bool) {
    self.isUndone = isUndone
    values = (0..<n).map { StoredProperty($0) }
    derived = values.map { value in DerivedProperty(value) { $0 + 1 } }
    for property in derived {
      updater.keepUpToDate(dependencies: [property]) { [sink] in sink.take(1) }
    }
  }

  func sample(_ operations: Int) throws -> Int {
    let before = values.map(\.value)
    sink.reset()
    let start = ThreadClock.now
    for _ in 0..<operations { turn() }
    let elapsed = ThreadClock.now - start
    let added = isUndone ? 0 : operations
    let runs = isUndone ? 0 : operations * values.count
    try VoidRun.unless(sink.runs, is: runs, "effect runs", of: "rollback \(values.count)")
    for (value, old) in zip(values, before) {
      try VoidRun.unless(value.value, is: old + added, "as a value", of: "rollback \(values.count)")
    }
    return elapsed
  }

  private func write() {
    for (value, property) in zip(values, derived) {
      value.value += 1
      Opaque.consume(property.value)
    }
  }

  private func turn() {
    if isUndone {
      try? transaction {
        write()
        throw Refusal()
      }
    } else {
      batch { write() }
    }
  }
}

extension Race {
  /// The race to roll back `n` writes, as a multiple of making them in a batch.
  static func rollback(n: Int) -> Race {
    against("batch", "rollback", n: n, counts: Counts(recomputations: 0, effects: 0)) {
      Rollback(n: n, isUndone: $0)
    }
  }
}
