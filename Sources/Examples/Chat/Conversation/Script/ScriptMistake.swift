/// What is wrong with a line of a script, and where.
public struct ScriptMistake: Error, Equatable, CustomStringConvertible {
  /// Which character it is, from 1 on.
  public let column: Int
  /// What could stand there.
  public let expected: String
  /// What stands there.
  public let found: String

  /// Both in one sentence.
  public var description: String { "expected \(expected), found \(found)" }

  init(column: Int, expected: String, found: String) {
    self.column = column
    self.expected = expected
    self.found = found
  }
}
