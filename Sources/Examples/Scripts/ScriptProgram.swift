package import Foundation

/// A program that plays a script: a file, standard input, or the script that comes with it.
package struct ScriptProgram {
  private let name: String
  private let usage: String
  private let help: String
  private let expected: String
  private let bundled: URL

  /// Describes a program.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - usage: The form of a call.
  ///   - help: The text of `--help` below that.
  ///   - expected: The options that it takes, for messages.
  ///   - bundled: The script that is played where none is named.
  package init(_ name: String, usage: String, help: String, expected: String, bundled: URL) {
    self.name = name
    self.usage = usage
    self.help = help
    self.expected = expected
    self.bundled = bundled
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: The command line, the name of the program first.
  ///   - takeOption: Takes an option, or refuses it with `false`.
  ///   - begin: Called once the command line is known to be right; returns what plays a line.
  /// - Returns: The exit status: 0; 1 if a line was wrong; 2 if the command line is, or a file cannot be
  ///   read or the output not be written.
  @MainActor package func run(
    _ arguments: [String], takeOption: (String) -> Bool,
    begin: () -> @MainActor ([UInt8]) async throws(ScriptMistake) -> Void
  ) async -> Int32 {
    var files: [String] = []
    for argument in arguments.dropFirst() {
      if argument == "--help" || argument == "-h" {
        return printHelp()
      }
      if !argument.utf8.starts(with: "-".utf8) || argument == "-" {
        files.append(argument)
      } else if !takeOption(argument) {
        return refuse("expected \(expected), found \(TextLine.quoted(argument[...]))")
      }
    }
    if files.count > 1 {
      let found = files.prefix(2).map { TextLine.quoted($0[...]) }.joined(separator: " and ")
      return refuse("expected one file, found \(found)")
    }
    return await play(files.first) {
      let play = begin()
      return { line throws(ScriptMistake) in
        try await play(line)
        return true
      }
    }
  }

  /// Plays a script.
  ///
  /// - Parameters:
  ///   - file: Its path; `-` for standard input, `nil` for the script that comes with the program.
  ///   - begin: Called once the file is open; returns what plays a line, and says whether another one is wanted.
  /// - Returns: The exit status, as that of `run`.
  @MainActor package func play(
    _ file: String?,
    begin: () -> @MainActor ([UInt8]) async throws(ScriptMistake) -> Bool
  ) async -> Int32 {
    let (place, path) = place(file)
    do throws(SystemError) {
      let input = try path.map { path throws(SystemError) in try ScriptInput(path: path) }
      return try await play(input ?? ScriptInput(descriptor: STDIN_FILENO), place, begin())
    } catch {
      return complain("\(place): \(error)")
    }
  }

  /// Prints what there is to know.
  ///
  /// - Returns: The exit status.
  @MainActor package func printHelp() -> Int32 {
    TextOutput.standard.write("\(usage)\n\n\(help)\n") ? 0 : 2
  }

  /// Says what is wrong with a command line, and how a right one looks.
  ///
  /// - Returns: The exit status.
  @MainActor package func refuse(_ reason: String) -> Int32 { complain("\(reason)\n\(usage)") }

  /// The name of a script in messages, and its path; `nil` for standard input.
  private func place(_ argument: String?) -> (name: String, path: String?) {
    switch argument {
    case "-": ("standard input", nil)
    case .some(let path): (path.isEmpty ? "\"\"" : TextLine.printable(path), path)
    case nil: (bundled.lastPathComponent, bundled.path)
    }
  }

  @MainActor private func play(
    _ input: ScriptInput, _ place: String,
    _ play: @MainActor ([UInt8]) async throws(ScriptMistake) -> Bool
  ) async throws(SystemError) -> Int32 {
    var status: Int32 = 0
    var number = 0
    var goesOn = true
    while goesOn, let line = try input.next() {
      number += 1
      do throws(ScriptMistake) {
        goesOn = try await play(line)
      } catch {
        TextOutput.standard.flush()
        TextOutput.errors.write("\(place):\(number):\(error.column): \(error)\n")
        status = 1
      }
      if !TextOutput.standard.flush() { return complain("standard output: \(SystemError.last)") }
    }
    return status
  }

  /// Says why the program cannot go on.
  ///
  /// - Returns: The exit status.
  @MainActor @discardableResult package func complain(_ message: String) -> Int32 {
    TextOutput.errors.write("\(name): \(message)\n")
    return 2
  }
}
