import Foundation

/// The options of a test program, each of which is a flag or has a value after it.
package struct ProgramOptions {
  private let program: String
  private var values: [String: String] = [:]

  /// Parses a command line.
  ///
  /// Prints help and ends the process with 0 if help is asked for. Ends the process with 2 if an
  /// option is unknown or lacks its value.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - arguments: The command line without the name.
  ///   - numbers: The options with an integer value.
  ///   - texts: The options with a text value.
  ///   - flags: The options without a value.
  ///   - help: The usage of the program, and its purpose.
  package init(
    _ program: String, _ arguments: some Sequence<String>, numbers: [String], texts: [String] = [],
    flags: [String] = [], help: String
  ) {
    self.program = program
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(help)
      exit(0)
    }
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      if flags.contains(option) {
        values[option] = ""
        continue
      }
      guard (numbers + texts).contains(option) else {
        let known = (numbers + texts + flags + ["--help"]).joined(separator: ", ")
        refuse("unknown option \(option): there are \(known)")
      }
      guard let value = rest.next() else { refuse("\(option) needs a value behind it") }
      if numbers.contains(option), UInt64(value) == nil {
        refuse("\(option) needs a whole number from 0, not \(value)")
      }
      values[option] = value
    }
  }

  /// The text after an option; nil if the option is absent.
  package subscript(option: String) -> String? { values[option] }

  /// The number after an option; nil if the option is absent.
  package func number(_ option: String) -> Int? { values[option].flatMap { Int($0) } }

  /// Prints the mistake in the command line, and ends the process with 2.
  package func refuse(_ mistake: String) -> Never {
    FileHandle.standardError.write(Data("\(program): \(mistake)\n".utf8))
    exit(2)
  }
}
