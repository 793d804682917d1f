/// What the command line asks for.
struct Options {
  private(set) var isQuick = false
  private(set) var wantsJSON = false
  private(set) var wantsHelp = false
  private(set) var filters: [String] = []

  /// Why a command line was not understood.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": wantsJSON = true
      case "--help", "-h": wantsHelp = true
      case "--filter":
        guard let name = rest.popFirst(), !name.hasPrefix("--") else {
          throw Mistake(description: "--filter needs a name, or a part of one, after it")
        }
        filters.append(name)
      default:
        throw Mistake(description: "unknown option '\(argument)'; --help lists the options")
      }
    }
  }

  /// Whether a workload of that name is to be run.
  func includes(_ name: String) -> Bool {
    filters.isEmpty || filters.contains { name.contains($0) }
  }

  static let help = """
    Compares Upkeep with code written by hand, in one run. Build it with -c release.

      --quick         small sizes and few samples, under 40 seconds; allows 1.5 times each bar
      --filter NAME   only workloads whose name contains NAME; may be repeated
      --json          one JSON array on standard output instead of the table
      --help          this text

    Workloads: \(Plan.names.joined(separator: ", ")).
    Exit status: 0; 1 for a wrong answer, a wrong count or a missed bar; 2 for a bad option.

    """
}
