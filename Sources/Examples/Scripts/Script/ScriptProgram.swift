package import Foundation

/// A program that plays a script: a file, standard input, or a bundled script.
///
/// On a terminal, a person types the lines at a prompt.
package struct ScriptProgram {
  /// Plays a line; throws if the line is wrong.
  package typealias Player = @MainActor (ScriptLine) async throws(ScriptMistake) -> Void

  private let name: String
  private let usage: String
  private let help: String
  private let expected: String
  private let manual: Manual
  private let bundled: URL

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program in messages.
  ///   - usage: The form of the command line.
  ///   - help: The text of `--help` below the usage.
  ///   - expected: The options of the program, for messages.
  ///   - manual: The commands of scripts.
  ///   - bundled: The script that is played if the command line names none.
  package init(
    _ name: String, usage: String, help: String, expected: String, manual: Manual, bundled: URL
  ) {
    self.name = name
    self.usage = usage
    self.help = help
    self.expected = expected
    self.manual = manual
    self.bundled = bundled
  }

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - arguments: The command line, the name of the program first.
  ///   - takeOption: Handles an option; returns `false` to refuse it.
  ///   - begin: Called after the command line is checked; returns the player of the lines.
  /// - Returns: The exit status: 0 for success; 1 if a line of a script was wrong; 2 if the command
  ///   line was wrong, a file could not be read, or the output could not be written.
  @MainActor package func run(
    _ arguments: [String], takeOption: (String) -> Bool = { _ in false },
    begin: (Shell) -> Player
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
    return await play(files.first, begin: begin)
  }

  /// Plays a script.
  ///
  /// - Parameters:
  ///   - file: The path of the script; `-` for standard input, `nil` for the bundled script.
  ///   - begin: Called once the file is open; returns the player of the lines.
  /// - Returns: The exit status, as for `run`.
  @MainActor package func play(_ file: String?, begin: (Shell) -> Player) async -> Int32 {
    let (place, path) = place(file)
    do throws(SystemError) {
      let input = try path.map { path throws(SystemError) in try FileDescriptor(reading: path) }
      let shell = Shell(name, manual, reading: input ?? .standardInput)
      return try await play(shell, place, begin(shell))
    } catch {
      return complain("\(place): \(error)")
    }
  }

  /// The name of a script in messages, and its path; `nil` for standard input.
  private func place(_ argument: String?) -> (name: String, path: String?) {
    switch argument {
    case "-": ("standard input", nil)
    case .some(let path): (path.isEmpty ? "\"\"" : path.escapedForTerminal(), path)
    case nil: (bundled.lastPathComponent, bundled.path)
    }
  }

  @MainActor private func play(
    _ shell: Shell, _ place: String, _ player: Player
  ) async throws(SystemError) -> Int32 {
    var status: Int32 = 0
    var number = 0
    var goesOn = true
    while goesOn, let bytes = try shell.next() {
      number += 1
      do throws(ScriptMistake) {
        goesOn = try await shell.play(try ScriptLine(bytes), player)
      } catch {
        shell.refuse(error, place, number)
        if !shell.isInteractive { status = 1 }
      }
      shell.output.flush()
      if let failure = shell.output.failure { return complain("standard output: \(failure)") }
    }
    return status
  }
}

// MARK: - Messages

extension ScriptProgram {
  /// Prints the usage, the help, the commands and the topics.
  ///
  /// - Returns: The exit status.
  @MainActor package func printHelp() -> Int32 {
    let output = TextOutput(to: .standardOutput)
    output.printLine("\(usage)\n\n\(help)\n\n\(manual.lines.joined(separator: "\n"))")
    output.flush()
    return output.failure == nil ? 0 : 2
  }

  /// Prints the mistake in a command line, and the usage.
  ///
  /// - Returns: The exit status.
  @MainActor package func refuse(_ reason: String) -> Int32 { complain("\(reason)\n\(usage)") }

  /// Prints the reason why the program cannot go on.
  ///
  /// - Returns: The exit status.
  @MainActor @discardableResult package func complain(_ message: String) -> Int32 {
    let errors = TextOutput(to: .standardError)
    errors.printLine("\(name): \(message)")
    errors.flush()
    return 2
  }
}
