/// A mistake in a line of a script, with its place.
package struct ScriptMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the character, from 1 on.
  package let column: Int
  /// The reason, and the known names that may have been meant.
  package let refusal: Refusal

  /// The reason, in words.
  package var description: String { refusal.description }

  /// Creates the description of a mistake at a character of a line.
  package init(column: Int, _ refusal: Refusal) {
    self.column = column
    self.refusal = refusal
  }

  /// Creates a mistake whose reason is the expected and the found text.
  package init(column: Int, expected: String, found: String) {
    self.init(column: column, Refusal("expected \(expected), found \(found)"))
  }
}
