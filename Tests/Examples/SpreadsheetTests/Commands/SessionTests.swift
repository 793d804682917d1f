import Testing

@testable import Spreadsheet

@Suite struct SessionTests {
  private func run(_ lines: String..., file: String = "") throws -> Program.Outcome {
    try Program.play(lines, on: file)
  }

  @Test func `an edit prints what changed, by row, then by column`() throws {
    let outcome = try run(
      "set B1 = =A1+1", "set a1=5", "clear A1", "set A1 =  x ", file: "1\n=B1\n")
    let lines = [
      "B1 = 2", "A2 = 2", "changed 2, recomputed 2",
      "A1 = 5", "B1 = 6", "A2 = 6", "changed 3, recomputed 2",
      "A1 =\u{20}", "B1 = 1", "A2 = 1", "changed 3, recomputed 2",
      "A1 =  x\u{20}", "B1 = #VALUE!", "A2 = #VALUE!", "changed 3, recomputed 2",
    ]
    #expect(outcome == .init(output: lines.map { $0 + "\n" }.joined()))
  }

  @Test func `a group prints as one edit, and is visible inside`() throws {
    let outcome = try run(
      "begin", "set A1 = 2", "set A2 = 3", "get B1", "commit", "undo", "redo", file: "1,=A1+A2\n")
    let lines = [
      "B1 = 5", "A1 = 2", "B1 = 5", "A2 = 3", "changed 3, recomputed 1",
      "A1 = 1", "B1 = 1", "A2 =\u{20}", "changed 3, recomputed 1",
      "A1 = 2", "B1 = 5", "A2 = 3", "changed 3, recomputed 1",
    ]
    #expect(outcome.output == lines.map { $0 + "\n" }.joined())
  }

  @Test func `a group that leaves every content as it was is no step`() throws {
    let outcome = try run(
      "set A1 = 2", "begin", "set A1 = 3", "set A1 = 2", "commit", "undo", "undo", file: "1\n")
    #expect(
      outcome.output
        == "A1 = 2\nchanged 1, recomputed 0\nchanged 0, recomputed 0\nA1 = 1\nchanged 1, recomputed 0\n"
    )
    #expect(outcome.errors == "sheet: there is nothing to undo\n")
  }

  @Test(arguments: [
    "foo", "set", "set A1", "set 5 = 1", "set A0 = 1", "set AAAA1 = 1", "set A10000001=1",
    "set A1 = =1+", "set A1 B1 = 5", "clear", "clear A1:B2", "get", "get A1 B1", "get B", "commit",
    "rollback", "undo", "redo", "undo 2", "save", "show A", "show A1:B", "show A1:ZZZ10000000",
    "help me", "SET A1 = 5", "set A1 = a\0b", "quit now",
  ])
  func `a refused line says why, and the rest goes on`(line: String) throws {
    let outcome = try run(line, "get A1", file: "1\n")
    #expect(outcome.output == "A1 = 1\n")
    #expect(outcome.errors.hasPrefix("sheet: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.status == 0)
  }

  @Test func `get shows the message of an error, and texts on one line`() throws {
    let outcome = try run(
      "get A1", "get B1", "get C1", "get D1", "get Z9",
      file: "=1/0,\"a\nb\t\\c\r\",=B1&1,=A1:A2\n")
    #expect(
      outcome.output == """
        A1 = #DIV/0! (division by zero)
        B1 = a\\nb\\t\\\\c\\r
        C1 = a\\nb\\t\\\\c\\r1
        D1 = #VALUE! (a range stands where one value is needed)
        Z9 =\u{20}

        """)
  }

  @Test func `show prints a table`() throws {
    let outcome = try run("show", "show B:B", "show C3", file: "date,5\n,12\n")
    #expect(
      outcome.output == """
           A     B
        1  date  5
        2        12
           B
        1  5
        2  12
           C
        3

        """)
  }

  @Test func `stats tells the size and the time of the last edit`() throws {
    let outcome = try run("stats", "set B1 = =A1", "stats", file: "1\n")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("cells ") } == ["cells 1", "cells 2"])
    #expect(lines.filter { $0.hasPrefix("formulas ") } == ["formulas 0", "formulas 1"])
    let edits = lines.filter { $0.hasPrefix("last edit ") }
    #expect(edits.first == "last edit none")
    #expect(edits.last?.hasSuffix(" ms") == true)
    for name in ["live nodes ", "links ", "bytes "] {
      #expect(lines.count { $0.hasPrefix(name) } == 2)
    }
  }
}
