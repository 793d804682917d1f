import ExampleScripts
import Foundation

/// The program `login`: plays a login, and shows the screen after each step.
enum LoginProgram {
  private static let program = ScriptProgram(
    "login", usage: "usage: login [FILE | -]",
    help: """
      Plays a login from a file, from standard input (-), or the one that comes with the program, and shows
      after each step what is visible and enabled. On a terminal, the lines from standard input are typed at
      a prompt.
      """,
    expected: "--help or a file", manual: Step.manual,
    bundled: Bundle.module.bundleURL.appendingPathComponent("first.login"))

  @MainActor static func run(arguments: [String]) async -> Int32 {
    await program.run(arguments) { shell in
      shell.greet("a login screen; try name Ada, then why")
      let session = Session(isEchoing: !shell.isInteractive, show: shell.output.printLine)
      return { line throws(ScriptMistake) in try session.play(line) }
    }
  }
}
