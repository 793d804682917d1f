import ExampleScripts

/// The reason why a file is no table.
struct FileMistake: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1 on.
  let line: Int
  /// The mistake in it.
  let mistake: ScriptMistake

  /// Line, column and reason.
  var description: String { "\(line):\(mistake.column): \(mistake)" }
}
