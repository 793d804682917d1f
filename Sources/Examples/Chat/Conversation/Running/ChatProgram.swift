import Foundation

/// The program `chat`: plays a conversation, and shows the screen after each step.
public enum ChatProgram {
  static let usage = "usage: chat [--trace] [FILE | -]"

  private static let help = """
    \(usage)

    Plays a conversation from a file, from standard input (-), or the one that comes with the program, and
    shows what the screen of the chat shows after each step; with --trace also what happens in its store.

    \(Step.language)

    """

  /// Runs the program.
  ///
  /// - Parameter arguments: The command line, the name of the program first.
  /// - Returns: The exit status: 0; 1 if a line was wrong; 2 if the command line is, or a file cannot be read or the
  ///   output not be written.
  @MainActor public static func run(arguments: [String]) async -> Int32 {
    var isTracing = false
    var files: [String] = []
    for argument in arguments.dropFirst() {
      switch argument {
      case "--help", "-h": return TextOutput.standard.write(help) ? 0 : 2
      case "--trace": isTracing = true
      case _ where argument.utf8.starts(with: "-".utf8) && argument != "-":
        return complain(
          "expected --trace, --help or a file, found \(TextLine.quoted(argument[...]))\n\(usage)")
      default: files.append(argument)
      }
    }
    if files.count > 1 {
      let found = files.prefix(2).map { TextLine.quoted($0[...]) }.joined(separator: " and ")
      return complain("expected one file, found \(found)\n\(usage)")
    }
    let (name, path) = place(files.first)
    do throws(SystemError) {
      let input = try path.map { path throws(SystemError) in try ScriptInput(path: path) }
      return try await play(input ?? ScriptInput(descriptor: STDIN_FILENO), name, isTracing)
    } catch {
      return complain("\(name): \(error)")
    }
  }

  /// The name of a script in messages, and its path; `nil` for standard input.
  private static func place(_ argument: String?) -> (name: String, path: String?) {
    switch argument {
    case "-": ("standard input", nil)
    case .some(let path): (path.isEmpty ? "\"\"" : TextLine.printable(path), path)
    case nil: ("conversation.chat", BundledConversation.path)
    }
  }

  @MainActor private static func play(
    _ input: ScriptInput, _ name: String, _ isTracing: Bool
  ) async throws(SystemError) -> Int32 {
    let output = TextOutput.standard
    let session = Session(isTracing: isTracing) { output.add($0) }
    var status: Int32 = 0
    var number = 0
    while let line = try input.next() {
      number += 1
      do throws(ScriptMistake) {
        try await session.play(line)
      } catch {
        output.flush()
        TextOutput.errors.write("\(name):\(number):\(error.column): \(error)\n")
        status = 1
      }
      if !output.flush() { return complain("standard output: \(SystemError.last)") }
    }
    return status
  }

  @MainActor private static func complain(_ message: String) -> Int32 {
    TextOutput.errors.write("chat: \(message)\n")
    return 2
  }
}
