import ExampleScripts

/// A parsed line of the command language.
enum Command: Equatable {
  case begin
  case commit
  case edit(Edit)
  case get(CellAddress)
  case help(String)
  case quit
  case redo
  case rollback
  case save(String)
  case show(CellRange?)
  case stats
  case undo

  /// The commands.
  static let manual = Manual(
    [
      "set A1 = CONTENT": "types into a cell",
      "clear A1": "empties a cell",
      "begin": "opens a group of edits",
      "commit, rollback": "ends the group; makes its edits, or none of them",
      "undo, redo": "takes the last edit or group back, or makes it again",
      "get A1": "prints the value of a cell",
      "show [RANGE]": "prints a table",
      "save FILE": "writes the sheet as comma-separated values",
      "stats": "prints the size of the sheet and the time of the last edit",
    ],
    topics: [
      "set": """
      CONTENT is a number, a text, TRUE, FALSE, a =FORMULA, or nothing: set B1 = =A1*2
      A text after ' is kept as it is: set A1 = '5
      """,
      "show": "A range is one such as A1:D20 or B:C; without one, the sheet is printed.",
      "functions": Function.names(inColumns: 76).joined(separator: "\n"),
    ])

  /// Parses a line; `nil` if it is blank.
  ///
  /// - Throws: A ``Refusal`` that names the mistake in the line.
  init?(parsing line: String) throws(Refusal) {
    let line = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let name = line.prefix { $0 != " " && $0 != "\t" }
    let rest = String(line[name.endIndex...].drop { $0 == " " || $0 == "\t" })
    let argument = rest.trimmingBlanks()
    switch String(name) {
    case "": return nil
    case "set": self = .edit(try Edit(parsing: rest))
    case "clear": self = .edit(Edit(address: try CellAddress(parsing: argument), content: .empty))
    case "help": self = .help(argument)
    case "get": self = .get(try CellAddress(parsing: argument))
    case "show": self = .show(try Self.range(argument))
    case "save":
      guard !argument.isEmpty else { throw Refusal("expected save FILE") }
      self = .save(argument)
    default: self = try Self.plain(String(name), argument)
    }
  }

  private static func range(_ text: String) throws(Refusal) -> CellRange? {
    if text.isEmpty { return nil }
    guard let range = CellRange(text) else {
      throw Refusal("expected a range such as A1:C9 or B:B, found \"\(text.prefix(40))\"")
    }
    return range
  }

  /// The commands that take no argument.
  private static func plain(_ name: String, _ argument: String) throws(Refusal) -> Command {
    let commands: [String: Command] = [
      "begin": .begin, "commit": .commit, "quit": .quit, "redo": .redo,
      "rollback": .rollback, "stats": .stats, "undo": .undo,
    ]
    guard let command = commands[name] else { throw manual.refusal(ofCommand: name[...]) }
    guard argument.isEmpty else { throw Refusal("\(name) takes nothing behind it") }
    return command
  }
}
