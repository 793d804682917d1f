import ExampleScripts

/// A column of a table.
struct Column: Equatable {
  /// The unique name.
  let name: String
  /// Whether each field of the column is a number or missing.
  let isNumeric: Bool

  /// Converts a text to a field of this column.
  ///
  /// Blanks around a number are ignored. In a text column, an empty text is a missing field.
  ///
  /// - Returns: The field; `nil` if the column is numeric and the text is not a number.
  func field(_ text: String) -> Field? {
    guard isNumeric else { return text.isEmpty ? .missing : .text(text) }
    let word = text[...].droppingBlanks.trimmedAtEnd
    return Field.missingNumbers.contains(String(word)) ? .missing : .number(spelled: word)
  }

  /// Converts a text to a value to compare fields of this column with; a text may be empty.
  ///
  /// - Returns: The value; `nil` if the column is numeric and the text is not a number.
  func value(_ text: String) -> Field? { isNumeric ? .number(spelled: text) : .text(text) }
}
