import ExampleScripts

/// The parsed command line.
struct TableOptions: Equatable {
  /// The file of the table; `nil` for the bundled table.
  private(set) var file: String?
  /// The script, `-` for standard input; `nil` for the bundled script.
  private(set) var script: String? = "-"
  private(set) var wantsHelp = false

  /// Parses the arguments after the name of the program.
  init(_ arguments: some Sequence<String>) throws(Refusal) {
    for argument in arguments {
      if argument == "--help" || argument == "-h" {
        wantsHelp = true
      } else if argument == "--demo" {
        script = nil
      } else if let path = argument.suffix(behind: "--script=") {
        script = path
      } else if argument.utf8.starts(with: "-".utf8) {
        throw Refusal(
          "expected --script=FILE, --demo, --help or a file, found "
            + TextLine.quoted(argument[...]))
      } else if let file {
        throw Refusal(
          "expected one file, found \(TextLine.quoted(file[...])) and "
            + TextLine.quoted(argument[...]))
      } else {
        file = argument
      }
    }
  }
}

extension String {
  fileprivate func suffix(behind prefix: String) -> String? {
    utf8.starts(with: prefix.utf8)
      ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }
}
