import ExampleProgram
import Foundation
import Testing

@testable import Spreadsheet

/// The program on a terminal, run from outside.
@Suite struct TerminalProgramTests {
  /// Starts the program, and calls the body after the first prompt.
  private func converse(
    file: String, _ body: (PseudoTerminal, _ greeting: String) throws -> Void
  ) throws {
    try Program.withDirectory { directory in
      try Data(file.utf8).write(to: directory.appendingPathComponent("a.csv"))
      let terminal = try PseudoTerminal("sheet", ["a.csv"], in: directory)
      try body(terminal, try terminal.read(until: "\r> \u{1B}[K"))
    }
  }

  @Test func `the program greets, edits lines, has a history, and restores the terminal`() throws {
    try converse(file: "1,=A1+1\n") { terminal, greeting in
      #expect(greeting.contains("a.csv (rows: 1, cells: 2, formulas: 1)\r\n"))
      #expect(greeting.contains("help") && greeting.contains("quit"))
      #expect(!terminal.isInUsualState)
      let edited = try terminal.type("set A1 = 6\u{7F}5\r")
      #expect(edited.contains("A1 = 5\r\nB1 = 6\r\nchanged 2,"))
      let again = try terminal.type("\u{1B}[A\u{1B}[D\u{1B}[D1\r")
      #expect(again.contains("A1 = 1 5\r\n"))
      let unknown = try terminal.type("shwo\r")
      #expect(unknown.contains("did you mean show?\r\n"))
      let formula = try terminal.type("get A1 = =SUMM(B1)\u{1}s\u{4}\r")
      #expect(formula.contains("there is no function SUMM; did you mean SUM?\r\n"))
      let error = try terminal.type("get A1\r")
      #expect(error.contains("A1 = #NAME? (there is no function SUMM; did you mean SUM?)\r\n"))
      terminal.send(SIGWINCH)
      let drawn = try terminal.read(until: "\r> \u{1B}[K")
      #expect(drawn == "\r> \u{1B}[K")
      terminal.send("\u{4}")
      #expect(terminal.end() == 0)
      #expect(terminal.isInUsualState)
    }
  }

  @Test func `long answers are folded by the window`() throws {
    let functions = Function.allCases.map(\.rawValue)
    let file = "1\n" + (1..<1_000).map { "=A\($0)+1\n" }.joined()
    try converse(file: file) { terminal, _ in
      let changed = try terminal.type("set A1 = 2\r")
      #expect(changed.contains("A9 = 10\r\nand 991 more\r\nchanged 1000, recomputed 999\r\n"))
      #expect(try terminal.type("show\r").contains("9  10\r\nA1:A1000 in all; show A1:D20"))
      #expect(try terminal.type("show A1:A100\r").contains("100  101\r\n"))
      #expect(try terminal.type("help functions\r").contains("SUM AVERAGE MIN"))
      let lines = Function.names(inColumns: 60)
      #expect(lines.allSatisfy { $0.count <= 60 })
      #expect(lines.joined(separator: " ").split(separator: " ").map(String.init) == functions)
    }
  }

  @Test func `control characters of a file do not reach the terminal`() throws {
    try converse(file: "\u{1B}]0;x\u{7},\u{202E}abc\n") { terminal, _ in
      for command in ["show", "show A1:B1", "get A1", "set B1 = =A1&A1", "set C1 = \u{202E}"] {
        let answer = try terminal.type(command + "\r")
        #expect(answer.contains("\\u{1B}]0;x\\u{7}") || answer.contains("C1 = \\u{202E}"))
        #expect(!answer.contains("\u{1B}]") && !answer.contains("\u{7}"))
        #expect(!answer.unicodeScalars.contains("\u{202E}"))
      }
    }
  }

  @Test func `a stopped program leaves the terminal as it was, and goes on editing`() throws {
    try converse(file: "1\n") { terminal, _ in
      terminal.send("get A")
      _ = try terminal.read(until: "get A")
      terminal.send(SIGTSTP)
      #expect(terminal.waitUntilStopped())
      #expect(terminal.isInUsualState)
      terminal.send(SIGCONT)
      _ = try terminal.read(until: "\r> get A\u{1B}[K")
      #expect(!terminal.isInUsualState)
      #expect(try terminal.type("1\r").contains("A1 = 1"))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal that ends the program leaves the terminal as it was`(signal: Int32) throws {
    try converse(file: "1\n") { terminal, _ in
      #expect(!terminal.isInUsualState)
      terminal.send(signal)
      #expect(terminal.end() == signal)
      #expect(terminal.isInUsualState)
    }
  }
}
