import ExampleScripts

/// A column of a table.
struct Column: Equatable {
  /// The name, which no other column has.
  let name: String
  /// Whether each of its fields is a number, or missing.
  let isNumeric: Bool

  /// The field of this column that a text stands for.
  ///
  /// Blanks around a number mean nothing. A text is missing where there is none.
  ///
  /// - Returns: The field; `nil` where a number is needed and the text is none.
  func field(_ text: String) -> Field? {
    guard isNumeric else { return text.isEmpty ? .missing : .text(text) }
    let word = text[...].droppingBlanks.trimmedAtEnd
    return Field.missingNumbers.contains(String(word)) ? .missing : .number(spelled: word)
  }

  /// The value with which fields of this column are compared; a text may be empty.
  ///
  /// - Returns: The value; `nil` where a number is needed and the text is none.
  func value(_ text: String) -> Field? { isNumeric ? .number(spelled: text) : .text(text) }
}
