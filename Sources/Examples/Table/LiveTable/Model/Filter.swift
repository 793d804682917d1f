/// A condition that the shown rows meet.
struct Filter: Equatable {
  /// A comparison of a field with a value.
  enum Comparison: String, CaseIterable {
    case equal = "="
    case different = "<>"
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    /// The field contains the text.
    case contains = "has"
  }

  /// The index of the column.
  let column: Int
  let comparison: Comparison
  /// The value to compare with: a number for a numeric column, a text for another column.
  let value: Field

  /// Whether a row meets the condition; a missing field satisfies no comparison.
  func includes(_ row: Row) -> Bool {
    let field = row[column]
    if field == .missing { return false }
    switch comparison {
    case .equal: return field == value
    case .different: return field != value
    case .less: return field < value
    case .atMost: return field <= value
    case .greater: return field > value
    case .atLeast: return field >= value
    case .contains: return field.description.contains(value.description)
    }
  }
}
