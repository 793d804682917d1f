/// A mistake in a line of a script, with its place.
package struct ScriptMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the character, from 1 on.
  package let column: Int
  /// The text that was expected at the place.
  package let expected: String
  /// The text that stands at the place.
  package let found: String
  /// The known names that may have been meant.
  package var nearNames: [String] = []

  /// The expected and the found text in one sentence.
  package var description: String { "expected \(expected), found \(found)" }

  /// Creates the description of a mistake at a character of a line.
  package init(column: Int, expected: String, found: String) {
    self.column = column
    self.expected = expected
    self.found = found
  }
}
