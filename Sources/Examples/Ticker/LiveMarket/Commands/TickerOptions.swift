import ExampleScripts

/// The parsed command line.
struct TickerOptions: Equatable {
  /// The form of the command line.
  static let usage = """
    usage: ticker [--symbols N] [--seed N] [--rate N] [--batch N] [--seconds N]
           ticker --file FILE | - [--rate N] [--batch N] [--seconds N]
    """

  /// A description of the program, its options and its exit status.
  static let help = """
    \(usage)

    Shows the symbols that have gained most, and the sums of prices by sector, while ticks change them.
    On a terminal, lines that have changed are drawn again, at most 60 times a second; elsewhere whole
    frames are printed, at most one a second. The last line counts the calls of each operator's closure
    since the frame before, and says how long the frame took, from its computation to its display.

      --symbols N    the number of made-up symbols; 2000
      --seed N       the number that the made-up ticks follow from; 1
      --file FILE    recorded ticks instead, or - for standard input: lines of symbol,sector,price
                     below that header; the first price of a symbol is the one that it opens with
      --rate N       the number of ticks in a second; 20000; 0 for as many as possible
      --batch N      the number of ticks that change as one; 100
      --seconds N    the time after which the program ends; 10, or the end of the file
      --help, -h     prints this

    Exit status: 0; 2 if the command line was wrong, the file could not be read, or the output could
    not be written.
    """

  private static let names = [
    "--symbols", "--seed", "--file", "--rate", "--batch", "--seconds", "--help",
  ]

  private(set) var symbols = 2_000
  private(set) var seed = 1
  /// The file of recorded ticks, `-` for standard input; `nil` for made-up ticks.
  private(set) var file: String?
  private(set) var pace = Pace()
  private(set) var wantsHelp = false

  /// Parses the arguments after the name of the program.
  ///
  /// - Throws: A ``Refusal`` for the first wrong argument.
  init(_ arguments: some Sequence<String>) throws(Refusal) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      switch option {
      case "--symbols": symbols = try Self.number(in: 1...1_000_000, of: option, rest.next())
      case "--seed": seed = try Self.number(in: 0...999_999_999, of: option, rest.next())
      case "--rate": pace.rate = try Self.number(in: 0...999_999_999, of: option, rest.next())
      case "--batch": pace.batch = try Self.number(in: 1...1_000_000, of: option, rest.next())
      case "--seconds":
        pace.seconds = try Self.value(of: option, rest.next()) { line throws(ScriptMistake) in
          try line.takeSeconds()
        }
      case "--file":
        guard let path = rest.next() else { throw Self.refusal("\(option) needs a file behind it") }
        file = path
      case "--help", "-h": wantsHelp = true
      default:
        let hint = NearNames.hint(NearNames.of(option, among: Self.names))
        throw Self.refusal("\(TextLine.quoted(option[...])) is not an option\(hint)")
      }
    }
    if file == nil, pace.seconds == nil { pace.seconds = .seconds(10) }
  }

  private static func number(
    in range: ClosedRange<Int>, of option: String, _ text: String?
  ) throws(Refusal) -> Int {
    try value(of: option, text) { line throws(ScriptMistake) in
      try line.takeNumber(
        in: range, "a number from \(range.lowerBound.grouped) to \(range.upperBound.grouped)")
    }
  }

  private static func value<Value>(
    of option: String, _ text: String?,
    _ read: (inout ScriptLine) throws(ScriptMistake) -> Value
  ) throws(Refusal) -> Value {
    do throws(ScriptMistake) {
      var line = try ScriptLine(Array((text ?? "").utf8))
      let value = try read(&line)
      try line.end()
      return value
    } catch {
      throw refusal("\(option): \(error)")
    }
  }

  private static func refusal(_ reason: String) -> Refusal { Refusal("\(reason)\n\(usage)") }
}
