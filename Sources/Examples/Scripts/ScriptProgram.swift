package import Foundation

/// A program that plays a script: a file, standard input, or a bundled script.
package struct ScriptProgram {
  private let name: String
  private let usage: String
  private let help: String
  private let expected: String
  private let bundled: URL

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program in messages.
  ///   - usage: The form of the command line.
  ///   - help: The text of `--help` below the usage.
  ///   - expected: The options of the program, for messages.
  ///   - bundled: The script that is played if the command line names none.
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
  ///   - takeOption: Handles an option; returns `false` to refuse it.
  ///   - begin: Called after the command line is checked; returns a closure that plays a line.
  /// - Returns: The exit status: 0 for success; 1 if a line was wrong; 2 if the command line was
  ///   wrong, a file could not be read, or the output could not be written.
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
  ///   - file: The path of the script; `-` for standard input, `nil` for the bundled script.
  ///   - begin: Called once the file is open; returns a closure that plays a line, and returns
  ///     whether to go on.
  /// - Returns: The exit status, as for `run`.
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

  /// Prints the usage and the help.
  ///
  /// - Returns: The exit status.
  @MainActor package func printHelp() -> Int32 {
    TextOutput.standard.write("\(usage)\n\n\(help)\n") ? 0 : 2
  }

  /// Prints the mistake in a command line, and the usage.
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

  /// Prints the reason why the program cannot go on.
  ///
  /// - Returns: The exit status.
  @MainActor @discardableResult package func complain(_ message: String) -> Int32 {
    TextOutput.errors.write("\(name): \(message)\n")
    return 2
  }
}
