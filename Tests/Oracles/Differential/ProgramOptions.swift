import Foundation

/// The options of a program of the tests, each of which is a flag or has a whole number behind it.
package struct ProgramOptions {
  private let program: String
  private let help: String
  private let numbers: [String]
  private let flags: [String]

  /// Describes the options.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - numbers: The options that have a whole number behind them.
  ///   - flags: The others.
  ///   - help: How the program is called, and what it does.
  package init(_ program: String, numbers: [String], flags: [String] = [], help: String) {
    (self.program, self.numbers, self.flags, self.help) = (program, numbers, flags, help)
  }

  /// Prints help and ends the process with 0 where it is asked for; ends it with 2 where an option is unknown,
  /// or has no number behind it that needs one.
  package func check(_ arguments: some Sequence<String>) {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(help)
      exit(0)
    }
    if let mistake = mistake(in: arguments) {
      FileHandle.standardError.write(Data("\(program): \(mistake)\n".utf8))
      exit(2)
    }
  }

  private func mistake(in arguments: some Sequence<String>) -> String? {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      if flags.contains(option) { continue }
      guard numbers.contains(option) else {
        let known = (numbers + flags + ["--help"]).joined(separator: ", ")
        return "unknown option \(option): there are \(known)"
      }
      guard let value = rest.next() else { return "\(option) needs a whole number behind it" }
      guard Int(value) != nil else { return "\(option) needs a whole number, not \(value)" }
    }
    return nil
  }
}
