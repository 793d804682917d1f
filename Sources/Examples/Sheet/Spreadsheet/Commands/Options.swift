import ExampleScripts

/// The parsed command line.
struct Options {
  /// The form of the command line.
  static let usage = "usage: sheet [FILE] [--set A1=CONTENT]... [--get A1]... [--json]"

  /// A description of the program, its options and its exit status.
  static let help = """
    \(usage)

    A spreadsheet: opens a file of comma-separated values, or four years of weather in Seattle where
    none is named. A field that begins with = is a formula.

      --set A1=CONTENT   types into a cell; may be repeated
      --get A1           prints the value of a cell; may be repeated
      --json             prints the cells asked for, or all that are not empty, as a JSON object
      --help, -h         prints this

    With --set, --get or --json nothing is read and nothing is saved. Otherwise each line of standard
    input is a command; help lists them. On a terminal lines are edited, up and down bring earlier ones
    back, long answers are folded, and quit or Ctrl-D ends. Elsewhere answers are printed whole.

    Exit status: 0; 1 if a file could not be opened or saved; 2 for a wrong command line.
    """

  private static let names = ["--set", "--get", "--json", "--help"]

  /// The file to open; `nil` for the bundled sheet.
  private(set) var file: String?

  /// The edits of a script, in order.
  private(set) var edits: [Edit] = []

  /// The cells that a script asks for.
  private(set) var gets: [CellAddress] = []

  /// Whether a script prints JSON.
  private(set) var printsJSON = false

  /// Whether only the help is printed.
  private(set) var wantsHelp = false

  /// Whether this is a script rather than a session on standard input.
  var isScript: Bool { !edits.isEmpty || !gets.isEmpty || printsJSON }

  /// Parses the arguments after the name of the program.
  ///
  /// - Throws: A ``Refusal`` for the first wrong argument.
  init(_ arguments: some Sequence<String>) throws(Refusal) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": printsJSON = true
      case "--help", "-h": wantsHelp = true
      case "--set": edits.append(try Edit(parsing: try Self.value(of: argument, rest.next())))
      case "--get":
        gets.append(try CellAddress(parsing: try Self.value(of: argument, rest.next())))
      default:
        guard !argument.utf8.starts(with: "-".utf8) else {
          let hint = NearNames.hint(NearNames.of(argument, among: Self.names))
          throw Refusal("\(argument.prefix(40)) is not an option\(hint)\n\(Self.usage)")
        }
        guard file == nil else {
          throw Refusal("more than one file: \(argument.prefix(40))\n\(Self.usage)")
        }
        file = argument
      }
    }
  }

  private static func value(
    of option: String, _ value: String?
  ) throws(Refusal) -> String {
    guard let value else { throw Refusal("\(option) needs a value behind it\n\(usage)") }
    return value
  }
}
