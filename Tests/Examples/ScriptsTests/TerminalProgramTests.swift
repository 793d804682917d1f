import ExampleProgram
import Foundation
import Testing

/// The programs on a terminal, run from outside.
@Suite struct TerminalProgramTests {
  /// A program, what to type, and what the answers contain.
  struct Example: CustomTestStringConvertible {
    let program: String
    var arguments = ["-"]
    /// A line of which the terminal shows the answer, and a command that is nearly one.
    let typed, answer, misspelt, near: String
    /// What the screen has after the line was undone.
    let undone: String
    var testDescription: String { program }
  }

  private static let examples = [
    Example(
      program: "chat", typed: "receive Ann: Hi", answer: "    Ann: Hi\r\n", misspelt: "recieve",
      near: "receive", undone: "    (no messages)\r\n"),
    Example(
      program: "todo", typed: "add Buy tea", answer: "    1.   Buy tea\r\n", misspelt: "ad",
      near: "add", undone: "    [Home 0]\r\n"),
    Example(
      program: "login", typed: "name Ada", answer: "| The password is too short |",
      misspelt: "naem", near: "name", undone: "| A name is missing |"),
    Example(
      program: "table", arguments: ["a.csv"], typed: "set 2 a Zoe",
      answer: "    = 1: 2  Zoe\r\n", misspelt: "sest", near: "set", undone: "    = 1: 2  Ann\r\n"),
  ]

  private func converse(
    with example: Example, kind: String = "xterm", _ body: (PseudoTerminal) throws -> Void
  ) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("terminal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Data("a\nAnn\n".utf8).write(to: directory.appendingPathComponent("a.csv"))
    try body(PseudoTerminal(example.program, example.arguments, in: directory, kind: kind))
  }

  @Test(arguments: examples)
  func `a shell greets, edits lines, has a history, offers near names, helps and undoes`(
    example: Example
  ) throws {
    try converse(with: example) { terminal in
      let greeting = try terminal.read(until: "\r> \u{1B}[K")
      #expect(greeting.contains("\(example.program): "))
      #expect(greeting.contains("help lists the commands; quit or Ctrl-D ends.\r\n"))
      #expect(!terminal.isInUsualState)
      // A tab, F1 of the Linux console, F12 and a typed letter that is deleted leave no trace.
      let line =
        "\(example.typed.prefix(4))\t\u{1B}[[A\(example.typed.dropFirst(4))\u{1B}[24~x\u{7F}"
      #expect(try terminal.type(line + "\r").contains(example.answer))
      let unknown = try terminal.type(example.misspelt + "\r")
      #expect(unknown.contains("is not a command; try help; did you mean \(example.near)"))
      #expect(try terminal.type("help \(example.near)\r").contains("    \(example.near) "))
      #expect(try terminal.type("help \(example.misspelt)\r").contains("did you mean"))
      #expect(try terminal.type("undo\r").contains(example.undone))
      // The fifth line up is the first one.
      let again = try terminal.type(String(repeating: "\u{1B}[A", count: 5) + "\r")
      #expect(again.hasPrefix(example.typed + "\r\n"))
      #expect(try terminal.type("undo now\r").contains("expected the end of the line"))
      terminal.send("quit\r")
      #expect(terminal.end() == 0)
      #expect(terminal.isInUsualState)
    }
  }

  @Test(arguments: examples)
  func `a terminal that cannot move its cursor has a prompt, and keys are not inserted`(
    example: Example
  ) throws {
    try converse(with: example, kind: "dumb") { terminal in
      _ = try terminal.read(until: "\r\n> ")
      #expect(terminal.isInUsualState)
      terminal.send("\(example.typed)\t\u{1B}[A\u{1B}OP\n")
      #expect(try terminal.read(until: "\r\n> ").contains(example.answer))
      terminal.send("\u{4}")
      #expect(terminal.end() == 0)
    }
  }
}
