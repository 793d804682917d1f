/// The number and the total of the rows that have the same field in a column.
struct Group: Equatable {
  let field: Field
  private(set) var count = 1
  /// The sum of the totalled column; `nil` if no column is totalled.
  private(set) var sum: Double?

  /// Creates a group of one row, with its number in the totalled column: zero if that is missing.
  init(_ field: Field, total: Double?) {
    self.field = field
    sum = total
  }

  /// Returns this group with the rows of a later group added.
  func adding(_ other: Group) -> Group {
    var both = self
    both.count += other.count
    both.sum = sum.flatMap { sum in other.sum.map { sum + $0 } }
    return both
  }
}
