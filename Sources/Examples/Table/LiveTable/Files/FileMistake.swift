import DelimitedText
import ExampleScripts

/// The reason why a file is not a table.
struct FileMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1 on.
  let line: Int
  /// The mistake in the line.
  let mistake: ScriptMistake

  /// Line, column and reason.
  var description: String { "\(line):\(mistake.column): \(mistake)" }
}

extension FileMistake {
  /// Creates a mistake at the place of an error, with its reason or another reason.
  init(_ error: CSVError, expected: String? = nil, found: String? = nil) {
    line = error.line
    mistake = ScriptMistake(
      column: error.column, expected: expected ?? error.expected,
      found: found ?? error.reason.rawValue)
  }
}
