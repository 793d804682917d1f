import Differential
import Testing
import Upkeep

@testable import Spreadsheet

/// Sheets of the largest size that the program promises to handle.
@Suite(.serialized) struct SizeTests {
  /// The number of rows: the program promises 100,000, which the long form has.
  private let rows = amount(2_000, long: 100_000)

  private func lines(_ outcome: Program.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [1, -1])
  func `a running total is right, and recomputes only changed rows`(step: Int) throws {
    let (start, end) = step > 0 ? (1, rows) : (rows, 1)
    let file = (1...rows).map { $0 == start ? "1,=A\($0)\n" : "1,=B\($0 - step)+A\($0)\n" }.joined()
    let shown = lines(
      try Program.play(
        ["set A\(end) = 3", "set Z1 = 1", "get B\(end)", "set A\(start) = 2", "get B\(end)"],
        on: file))
    let sum = "B\(end) = \(rows + 2)"
    let first = [
      "A\(end) = 3", sum, "changed 2, recomputed 1", "Z1 = 1", "changed 1, recomputed 0", sum,
    ]
    #expect(Array(shown.prefix(6)) == first)
    #expect(
      shown.suffix(2) == ["changed \(rows + 1), recomputed \(rows)", "B\(end) = \(rows + 3)"])
  }

  @Test func `a long ring of cells is shown, broken and closed again`() throws {
    let length = amount(2_000, long: 10_000)
    let file = (1...length).map { "=A\($0 % length + 1)\n" }.joined()
    let outcome = try Program.play(["get A900", "set A5 = 1", "get A900", "undo"], on: file)
    #expect(outcome.output.hasPrefix("A900 = #CYCLE! (A1 -> A2 -> "))
    #expect(outcome.output.contains("changed \(length), recomputed \(length - 1)\nA900 = 1\n"))
    #expect(outcome.output.hasSuffix("\nchanged \(length), recomputed \(length)\n"))
  }

  @Test func `the JSON of a ring costs its cells, not their square`() async {
    let growth = await onItsOwnThread(stackSize: 1 << 29) {
      withMisuseHandler({ _ in }) {
        Growth.timed(from: 400) { length in
          let addresses = (1...length).map { CellAddress(column: 1, row: $0) }
          let workbook = Workbook(
            contents: addresses.map { ($0, "=A\($0.row % length + 1)+1") })
          let cells = addresses.map {
            ShownCell(address: $0, value: workbook.sheet.shownValue(at: $0))
          }
          return threadSeconds {
            let json = JSONText.object(cells)
            #expect(json.utf8.count < 150 * length)
          }
        }
      }
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test func `a long chain of cells works, written out or found by INDEX`() throws {
    let length = amount(5_000, long: 20_000)
    let written = (2...length).map { "=A\($0)+1\n" }.joined() + "1\n"
    let found = (2...length).map { "\"=INDEX(A:A,\($0))+1\"\n" }.joined() + "1\n"
    for file in [written, found] {
      let outcome = try Program.run("a.csv", "--get", "A1", files: ["a.csv": file])
      #expect(outcome == .init(output: "\(length)\n"))
    }
  }

  @Test func `a sum over a long column reads each row once`() throws {
    let file = "1,=SUM(A1:A\(rows))\n" + String(repeating: "1\n", count: rows - 1)
    let shown = lines(
      try Program.play(["get B1", "set A5 = 3", "set A\(rows + 1) = 1"], on: file))
    let expected = [
      "B1 = \(rows)", "B1 = \(rows + 2)", "A5 = 3", "changed 2, recomputed 1",
      "A\(rows + 1) = 1", "changed 1, recomputed 0",
    ]
    #expect(shown == expected)
  }
}
