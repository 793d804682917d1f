import ExampleScripts

/// The work of a change: the closures of the program count their calls here.
final class Work {
  /// The closures.
  enum Closure: Int, CaseIterable {
    case filter, order, group, number
  }

  // SAFETY: no call of this class is inside another one.
  @exclusivity(unchecked) private var counts = Closure.allCases.map { _ in 0 }
  @exclusivity(unchecked) private var rows = RowSet()

  /// Shows the progress of long work; `nil` without a terminal.
  @exclusivity(unchecked) var progress: ProgressLine?

  /// The number of calls of each closure that was called.
  var calls: [Closure: Int] {
    Dictionary(uniqueKeysWithValues: zip(Closure.allCases, counts)).filter { $0.value > 0 }
  }

  /// The number of rows that any closure was called for.
  var visited: Int { rows.count }

  /// Counts a call of a closure for a row.
  func note(_ closure: Closure, _ row: Row) {
    counts[closure.rawValue] += 1
    progress?.advance()
    rows.insert(row.id)
  }

  /// Counts a comparison of two rows.
  func note(_ closure: Closure, _ one: Row, _ other: Row) {
    note(closure, one)
    rows.insert(other.id)
  }

  /// Sets all counts to zero.
  func reset() {
    for index in counts.indices { counts[index] = 0 }
    rows.removeAll()
  }
}
