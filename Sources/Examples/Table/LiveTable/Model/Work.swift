/// The work that a change makes for the closures of the program: each tells its calls here.
final class Work {
  /// The closures.
  enum Closure: String, CaseIterable {
    case filter, order, group, number
  }

  /// The number of calls of each closure.
  private(set) var calls: [Closure: Int] = [:]
  private var rows: Set<Row.ID> = []

  /// The number of rows that any closure was called for.
  var visited: Int { rows.count }

  /// Notes that a closure is called for a row.
  func note(_ closure: Closure, _ row: Row) {
    calls[closure, default: 0] += 1
    rows.insert(row.id)
  }

  /// Notes that rows are compared.
  func note(_ closure: Closure, _ one: Row, _ other: Row) {
    note(closure, one)
    rows.insert(other.id)
  }

  /// Begins anew.
  func reset() { (calls, rows) = ([:], []) }
}
