/// The order of the rows, by the fields of a column; equal rows keep the order of the table.
struct Order: Equatable {
  /// The index of the column.
  let column: Int
  /// Whether the greatest field comes first.
  let isDescending: Bool

  /// Whether a row comes before another; missing fields come last in both directions.
  func precedes(_ one: Row, _ other: Row) -> Bool {
    if let (one, other) = Row.ranks(one, other, in: column) {
      return isDescending && max(one, other) < .max ? other < one : one < other
    }
    let (one, other) = (one[column], other[column])
    if one == .missing || other == .missing { return one < other }
    return isDescending ? other < one : one < other
  }
}
