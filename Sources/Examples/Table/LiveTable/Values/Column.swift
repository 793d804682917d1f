/// A column of a table.
struct Column: Equatable {
  /// The name in the header line.
  let name: String
  /// Whether each of its fields is a number.
  let isNumeric: Bool

  /// The field of this column that a text stands for.
  ///
  /// - Returns: The field; `nil` where a number is needed and the text is none.
  func field(_ text: String) -> Field? { isNumeric ? .number(spelled: text) : .text(text) }
}
