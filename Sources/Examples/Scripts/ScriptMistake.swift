/// A mistake in a line of a script, with its place.
public struct ScriptMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the character, from 1 on.
  public let column: Int
  /// The text that could stand there.
  public let expected: String
  /// The text that stands there.
  public let found: String

  /// Both in one sentence.
  public var description: String { "expected \(expected), found \(found)" }

  init(column: Int, expected: String, found: String) {
    self.column = column
    self.expected = expected
    self.found = found
  }
}
