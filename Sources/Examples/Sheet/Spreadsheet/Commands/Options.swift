/// What the command line asks for.
struct Options {
  /// How the program is called.
  static let usage = "usage: sheet [FILE] [--set A1=CONTENT]... [--get A1]... [--json]"

  /// The file to open; the bundled sheet where there is none.
  private(set) var file: String?

  /// The edits of a script, in order.
  private(set) var edits: [Edit] = []

  /// The cells that a script asks for.
  private(set) var gets: [CellAddress] = []

  /// Whether a script prints JSON.
  private(set) var printsJSON = false

  /// Whether this is a script rather than a session on standard input.
  var isScript: Bool { !edits.isEmpty || !gets.isEmpty || printsJSON }

  /// Reads the arguments behind the name of the program.
  ///
  /// - Throws: A ``CommandError`` at the first one that is wrong.
  init(_ arguments: some Sequence<String>) throws(CommandError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": printsJSON = true
      case "--set": edits.append(try Edit(parsing: try Self.value(of: argument, rest.next())))
      case "--get":
        gets.append(try CellAddress(parsing: try Self.value(of: argument, rest.next())))
      default:
        guard !argument.utf8.starts(with: "-".utf8) else {
          throw CommandError("\(argument.prefix(40)) is not an option\n\(Self.usage)")
        }
        guard file == nil else {
          throw CommandError("more than one file: \(argument.prefix(40))\n\(Self.usage)")
        }
        file = argument
      }
    }
  }

  private static func value(
    of option: String, _ value: String?
  ) throws(CommandError) -> String {
    guard let value else { throw CommandError("\(option) needs a value behind it\n\(usage)") }
    return value
  }
}
