import ExampleScripts
import Foundation

/// The program `chat`: plays a conversation, and shows the screen after each step.
public enum ChatProgram {
  private static let program = ScriptProgram(
    "chat", usage: "usage: chat [--trace] [FILE | -]",
    help: """
      Plays a conversation from a file, from standard input (-), or the one that comes with the program, and
      shows what the screen of the chat shows after each step; with --trace also what happens in its store.
      On a terminal, the conversation from standard input is typed at a prompt.
      """,
    expected: "--trace, --help or a file", manual: Step.manual,
    bundled: Bundle.module.bundleURL.appendingPathComponent("conversation.chat"))

  /// Runs the program.
  ///
  /// - Parameter arguments: The command line, the name of the program first.
  /// - Returns: The exit status: 0 for success; 1 if a line was wrong; 2 if the command line was
  ///   wrong, a file could not be read, or the output could not be written.
  @MainActor public static func run(arguments: [String]) async -> Int32 {
    var isTracing = false
    let takeTrace = { (option: String) in
      if option == "--trace" { isTracing = true }
      return option == "--trace"
    }
    return await program.run(arguments, takeOption: takeTrace) { shell in
      shell.greet("a conversation on a clock that stands still; try load, then wait 1")
      let session = Session(
        isTracing: isTracing, isEchoing: !shell.isInteractive, progress: shell.progress,
        show: shell.output.printLine)
      return { line throws(ScriptMistake) in try await session.play(line) }
    }
  }
}
