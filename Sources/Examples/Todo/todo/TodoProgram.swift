import ExampleScripts
import Foundation

/// The program `todo`: plays a script, and shows the lists after each step.
enum TodoProgram {
  private static let program = ScriptProgram(
    "todo", usage: "usage: todo [--folder=FOLDER] [FILE | -]",
    help: """
      Plays a script from a file, from standard input (-), or the one that comes with the program, and shows
      the list after each step. State is saved in FOLDER, or without one until the program ends.
      On a terminal, the lines from standard input are typed at a prompt.
      """,
    expected: "--folder=FOLDER, --help or a file", manual: Step.manual,
    bundled: Bundle.module.bundleURL.appendingPathComponent("week.todo"))

  @MainActor static func run(arguments: [String]) async -> Int32 {
    let temporary = URL.temporaryDirectory.appending(component: "todo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    var folder = temporary
    let takeFolder = { (option: String) in
      let parts = option.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == "--folder" else { return false }
      folder = URL(filePath: String(parts[1]))
      return true
    }
    return await program.run(arguments, takeOption: takeFolder) { shell in
      shell.greet("lists that a service keeps; try add Buy tea, then done 1")
      let session = Session(
        folder: folder, isEchoing: !shell.isInteractive, show: shell.output.printLine)
      return { line throws(ScriptMistake) in try await session.play(line) }
    }
  }
}
