import ExampleScripts

/// The work of a change: the closures of the program count their calls here.
final class Work {
  /// The closures.
  enum Closure: String, CaseIterable {
    case filter, order, group, number
  }

  /// The number of calls of each closure.
  private(set) var calls: [Closure: Int] = [:]
  private var rows: Set<Row.ID> = []

  /// Shows the progress of long work; `nil` without a terminal.
  var progress: ProgressLine?

  /// The number of rows that any closure was called for.
  var visited: Int { rows.count }

  /// Counts a call of a closure for a row.
  func note(_ closure: Closure, _ row: Row) {
    calls[closure, default: 0] += 1
    progress?.advance()
    rows.insert(row.id)
  }

  /// Counts a comparison of two rows.
  func note(_ closure: Closure, _ one: Row, _ other: Row) {
    note(closure, one)
    rows.insert(other.id)
  }

  /// Sets all counts to zero.
  func reset() { (calls, rows) = ([:], []) }
}
