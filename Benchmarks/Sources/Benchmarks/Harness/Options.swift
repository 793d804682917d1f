import BenchmarkReport

/// The options of the command line.
struct Options {
  private(set) var isQuick = false
  private(set) var wantsJSON = false
  private(set) var wantsHelp = false
  private(set) var filter = NameFilter([])
  /// The saved `--json` run to compare with.
  private(set) var comparison: String?
  /// The file for the charts.
  private(set) var chart: String?
  /// Whether to count instructions instead of racing: see `CountMode`.
  ///
  /// An empty list of paths stands for all.
  private(set) var wantsCounts = false
  private(set) var hotPaths: [String] = []

  private static let names = [
    "--quick", "--filter", "--json", "--compare", "--svg", "--count", "--help",
  ]

  /// The reason why a command line was not understood.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var filters: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick": isQuick = true
      case "--json": wantsJSON = true
      case "--help", "-h": wantsHelp = true
      case "--filter":
        filters.append(try Options.value(of: argument, "a name, or a part of one,", &rest))
      case "--compare": comparison = try Options.value(of: argument, "a file", &rest)
      case "--svg": chart = try Options.value(of: argument, "a file", &rest)
      case "--count":
        wantsCounts = true
        let path = try Options.value(of: argument, "a hot path, or all,", &rest)
        if path != "all" { hotPaths.append(path) }
      case _ where argument.hasPrefix("-"):
        let advice = NameAdvice.text(for: argument, among: Options.names)
        throw Mistake(description: "unknown option '\(argument)'" + advice)
      default:
        throw Mistake(description: "unexpected '\(argument)'; write --filter before each name.")
      }
    }
    filter = NameFilter(filters)
  }

  private static func value(
    of option: String, _ kind: String, _ rest: inout ArraySlice<String>
  ) throws -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else {
      throw Mistake(description: "\(option) needs \(kind) after it.")
    }
    return value
  }

  /// Whether a workload of that name is selected.
  func includes(_ name: String) -> Bool { filter.includes(name) }

  static let usage = """
    usage: Benchmarks [--quick] [--filter NAME]... [--json] [--compare FILE] [--svg FILE]
           Benchmarks --count PATH|all
           Benchmarks --help

    """

  static let help = """
    Compares Upkeep with code written by hand, in one run. Build it with -c release.

      --quick         small sizes and few samples, under a minute; gates allow 1.5 times their limits, 2 against handwritten code
      --filter NAME   only workloads whose name contains NAME; may be repeated
      --json          one JSON array on standard output, all else on standard error
      --compare FILE  says per case whether it is faster or slower than in FILE, a saved --json run
      --svg FILE      writes charts: the cases of each workload, and cost against depth and width
      --count PATH    instead of races runs a hot path, or all, once; .ci/counts runs it under valgrind
      --help          this text

    \(Table.legend)
    A bar is a figure to reach; it fails nothing. A gate limits a ratio of two times of the run: the run fails
    if the ratio is still too high after its races were repeated. With --compare, the contenders other than
    upkeep are controls: they show how much the machine has changed. A case whose race has no control gets no
    verdict.

    Workloads: \(Plan.names.joined(separator: ", ")).
    Exit status: 0; 1 for a wrong answer, a wrong count, a failed gate, or what is slower beyond noise;
    2 for a bad option or file.

    """
}
