import Differential
import Foundation
import Testing

@testable import Spreadsheet

@Suite struct GroupTests {
  // MARK: - Rolled back

  /// Sums over cells that are empty at first, a condition, and a cycle.
  private let file = """
    1,=A1+A2,=SUM(A:A),"=IF(A1>0,1,X9)","=IFERROR(F1,7)"
    2,=SUM(A1:B1),=COUNTA(A4:Q99),=INDEX(A:A,2),,=F2
    =B2&1,,"=SUM(A6:A8)"

    """

  /// Views of the sheet, edits of old and new cells, and the way back by `undo`.
  private let questions = [
    "show", "get E1", "get F2", "stats", "set A5 = 7", "set Q77 = y", "set A9 = =X9", "set X9 = 3",
    "clear A1", "set F2 = 1", "undo", "undo", "undo", "undo", "undo", "undo", "undo", "stats",
    "redo", "begin", "set A7 = 1", "commit", "undo", "show",
  ]

  private func comparable(_ output: String) -> [String] {
    output.components(separatedBy: "\n").filter { !$0.hasPrefix("bytes ") && !$0.hasSuffix(" ms") }
  }

  /// `AttemptTests` checks the same on a sheet without the program.
  @Test(arguments: [
    [
      "set A5 = 9", "get C1", "set Q77 = x", "get C2", "set B2 = =X9", "get A3", "set X9 = 4",
      "get A3", "clear X9", "show",
    ],
    ["set A1 = =C1", "get C1", "get B2"],
    [
      "begin", "set A1 = 9", "get B1", "begin", "undo", "redo", "set A2 = =1+", "foo", "save b.csv",
    ],
  ])
  func `a rolled back group changes no later answer`(group: [String]) throws {
    let never = try Program.play(questions, on: file)
    let rolledBack = try Program.play(["begin"] + group + ["rollback"] + questions, on: file)
    let parts = rolledBack.output.components(separatedBy: "rolled back\n")
    #expect(parts.count == 2)
    #expect(comparable(parts.last ?? "") == comparable(never.output))
    #expect(rolledBack.status == 0)
  }

  @Test(arguments: [[], ["quit", "get B1"]])
  func `a group that is not ended is rolled back, and only that is printed`(end: [String]) throws {
    #expect(
      try Program.play(["begin", "set A1 = 7"] + end, on: "1,=A1\n")
        == .init(errors: "sheet: the input ended inside a group; it is rolled back\n"))
  }

  // MARK: - A group inside a group

  private let refusal = "sheet: a group is open; commit or rollback first\n"

  @Test func `a group refuses some commands, and the next ones belong to it`() throws {
    let lines = ["begin", "begin", "undo", "redo", "save x.csv", "set A1 = 1", "commit"]
    let errors = String(repeating: refusal, count: 4)
    #expect(
      try Program.play(lines)
        == .init(output: "A1 = 1\nchanged 1, recomputed 0\n", errors: errors))
  }

  @Test(arguments: [
    (1, "rollback", "commit", "rolled back\nA1 =\u{20}\nA2 =\u{20}\n"),
    (10_000, "rollback", "commit", "rolled back\nA1 =\u{20}\nA2 =\u{20}\n"),
    (
      1, "commit", "rollback",
      "A1 = 1\nA2 = 2\nchanged 2, recomputed 0\nA1 = 1\nA2 = 2\n"
    ),
  ])
  func `a begin that was refused opens nothing: the group ends once`(
    refusals: Int, first: String, second: String, output: String
  ) throws {
    let begins = Array(repeating: "begin", count: refusals)
    let outcome = try Program.play(
      ["begin", "set A1 = 1"] + begins + ["set A2 = 2", first, second, "get A1", "get A2"])
    let errors =
      String(repeating: refusal, count: refusals)
      + "sheet: no group is open; begin opens one\n"
    #expect(outcome == .init(output: output, errors: errors))
  }

  // MARK: - Size

  @Test func `very many edits are rolled back: of new cells, of old ones, read or not`() throws {
    let count = amount(2_000, long: 10_000)
    let rows = 1...count
    let file = "1,=SUM(A:A),=SUM(D:D)\n" + rows.dropFirst().map { _ in "1\n" }.joined()
    let edits = rows.map { "set A\($0) = 2" } + rows.map { "set D\($0) = 1" }
    let outcome = try Program.play(
      ["begin"] + edits + ["rollback", "get B1", "begin"] + edits
        + ["get B1", "get C1", "rollback", "get B1", "get C1", "set A1 = 3", "set D5 = 4", "undo"],
      on: file)
    let lines = [
      "rolled back", "B1 = \(count)", "B1 = \(2 * count)", "C1 = \(count)",
      "rolled back", "B1 = \(count)", "C1 = 0",
      "A1 = 3", "B1 = \(count + 2)", "changed 2, recomputed 1",
      "C1 = 4", "D5 = 4", "changed 2, recomputed 1",
      "C1 = 0", "D5 =\u{20}", "changed 2, recomputed 1",
    ]
    #expect(outcome == .init(output: lines.map { $0 + "\n" }.joined()))
  }

  @Test func `a long chain of cells that was taken apart and read is put together again`() throws {
    let end = amount(2_000, long: 10_000)
    let rows = 1..<end
    let file = rows.map { "=A\($0 + 1)+1\n" }.joined() + "1,=SUM(A:A)\n"
    let outcome = try Program.play(
      ["begin"] + rows.map { "set A\($0) = 1" }
        + ["get B\(end)", "rollback", "get A1", "begin", "set A\(end) = 2", "commit"],
      on: file)
    #expect(
      outcome.output.hasPrefix(
        "B\(end) = \(end)\nrolled back\nA1 = \(end)\nA1 = \(end + 1)\n"))
    #expect(outcome.output.hasSuffix("\nchanged \(end + 1), recomputed \(end)\n"))
    #expect(outcome.errors.isEmpty)
  }
}
