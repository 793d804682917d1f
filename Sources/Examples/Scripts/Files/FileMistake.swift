package import DelimitedText

/// The reason why a file cannot be read, with its place.
package struct FileMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1 on.
  package let line: Int
  /// The mistake in the line.
  package let mistake: ScriptMistake

  /// Line, column and reason.
  package var description: String { "\(line):\(mistake.column): \(mistake)" }

  /// Creates the description of a mistake in a line.
  package init(line: Int, mistake: ScriptMistake) {
    self.line = line
    self.mistake = mistake
  }
}

extension FileMistake {
  /// Creates a mistake at the place of an error, with its reason.
  package init(_ error: CSVError) {
    self.init(error, expected: error.expected, found: error.reason.rawValue)
  }

  /// Creates a mistake at a byte of a text.
  package init(at offset: Int, in bytes: [UInt8], expected: String, found: String) {
    // The error only finds the place.
    self.init(CSVError(.nul, at: offset, in: bytes), expected: expected, found: found)
  }

  private init(_ place: CSVError, expected: String, found: String) {
    line = place.line
    mistake = ScriptMistake(column: place.column, expected: expected, found: found)
  }
}
