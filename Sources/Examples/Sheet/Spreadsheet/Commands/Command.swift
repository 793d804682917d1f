/// A parsed line of the command language.
enum Command: Equatable {
  case begin
  case commit
  case edit(Edit)
  case get(CellAddress)
  case help
  case quit
  case redo
  case rollback
  case save(String)
  case show(CellRange?)
  case stats
  case undo

  /// The words that a line can begin with.
  static let names = [
    "begin", "clear", "commit", "get", "help", "quit", "redo", "rollback", "save", "set", "show",
    "stats", "undo",
  ]

  /// Parses a line; `nil` if it is blank.
  ///
  /// - Throws: A ``CommandError`` that names the mistake in the line.
  init?(parsing line: String) throws(CommandError) {
    let line = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let name = line.prefix { $0 != " " && $0 != "\t" }
    let rest = String(line[name.endIndex...].drop { $0 == " " || $0 == "\t" })
    let argument = rest.trimmingBlanks()
    switch String(name) {
    case "": return nil
    case "set": self = .edit(try Edit(parsing: rest))
    case "clear": self = .edit(Edit(address: try CellAddress(parsing: argument), content: .empty))
    case "get": self = .get(try CellAddress(parsing: argument))
    case "show": self = .show(try Self.range(argument))
    case "save":
      guard !argument.isEmpty else { throw CommandError("expected save FILE") }
      self = .save(argument)
    default: self = try Self.plain(String(name), argument)
    }
  }

  private static func range(_ text: String) throws(CommandError) -> CellRange? {
    if text.isEmpty { return nil }
    guard let range = CellRange(text) else {
      throw CommandError("expected a range such as A1:C9 or B:B, found \"\(text.prefix(40))\"")
    }
    return range
  }

  /// The commands that take no argument.
  private static func plain(_ name: String, _ argument: String) throws(CommandError) -> Command {
    let commands: [String: Command] = [
      "begin": .begin, "commit": .commit, "help": .help, "quit": .quit, "redo": .redo,
      "rollback": .rollback, "stats": .stats, "undo": .undo,
    ]
    guard let command = commands[name] else {
      throw CommandError(
        "\"\(name.prefix(40))\" is not a command; try help",
        near: NearNames.of(name, among: names))
    }
    guard argument.isEmpty else { throw CommandError("\(name) takes nothing behind it") }
    return command
  }
}
