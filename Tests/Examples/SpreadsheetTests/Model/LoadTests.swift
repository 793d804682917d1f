import Testing
import Upkeep

@testable import Spreadsheet

/// A sheet from a file has as few properties as possible, and behaves like one that was typed.
///
/// `SheetTests` compares random sheets from files with typed sheets.
@Suite struct LoadTests {
  private func load(_ contents: KeyValuePairs<String, String>) -> SheetTester {
    let tester = SheetTester()
    tester.load(contents)
    return tester
  }

  @Test func `constants that are not referred to are no properties`() {
    let sheet = load(["A1": "1", "B1": "x", "A2": "=A1", "B2": "TRUE"]).sheet
    // The nodes are A1, A2, the last row, and the effect of A2.
    #expect(sheet.liveNodes == (nodes: 4, links: 2))
  }

  @Test func `a content that is typed over wakes its readers if the value changes`() {
    let tester = load(["A1": "1", "B1": "=A1+1", "C1": "=B1*0"])
    for (name, text, report) in [
      ("A1", "1.0", "recomputed 0"), ("A1", "=1", "recomputed 1"),
      ("A1", "=1+1", "A1 = 2; B1 = 3; recomputed 3"), ("A1", "7", "A1 = 7; B1 = 8; recomputed 2"),
      ("B1", "=A1-7", "B1 = 0; recomputed 2"),
    ] {
      #expect(tester.set([name: text]) == report)
    }
    #expect(tester.set(["B1": "5", "A1": "6"]) == "A1 = 6; B1 = 5; recomputed 1")
  }

  @Test func `a column of formulas that say the same shares one program, and each is of its row`() {
    let tester = load([
      "A1": "1", "B1": "=A1", "A2": "2", "B2": "=B1+A2", "A3": "3", "B3": "=b2+$A$3", "A4": "4",
      "B4": "=B3+A3", "B5": "=SUM(A4:B4)", "B6": "=SUM(A5:B5)", "B7": "=SUM(A:A)",
      "B8": "=SUM(A:A)",
    ])
    let values = tester.get("B2", "B3", "B4", "B5", "B6", "B7", "B8")
    #expect(values == ["3", "6", "9", "13", "13", "10", "10"])
    func program(_ row: Int) -> Formula? {
      tester.sheet.content(at: CellAddress(column: 2, row: row)).formula
    }
    #expect([2, 3, 5, 7].map { program($0) === program($0 + 1) } == [true, false, true, true])
    #expect(
      tester.set(["A2": "5"])
        == "A2 = 5; B2 = 6; B3 = 9; B4 = 12; B5 = 16; B6 = 16; B7 = 13; B8 = 13; recomputed 7")
  }

  /// The cycle is found while C1 waits for its inputs, so C1 is never evaluated.
  @Test func `a cell that falls into a ring without being evaluated counts as changed`() {
    let tester = load(["A1": "1", "B1": "=A1", "C1": "=IF(B1>0,B1,7)", "D1": "=C1"])
    tester.set(["B1": "=IF(A1=1,1,C1)"])
    #expect(
      tester.set(["A1": "2"])
        == "A1 = 2; B1 = #CYCLE!; C1 = #CYCLE!; D1 = #CYCLE!; recomputed 3")
    #expect(tester.set(["A1": "1"]) == "A1 = 1; B1 = 1; C1 = 1; D1 = 1; recomputed 3")
  }

  @Test func `a rollback restores a cell of a ring that was typed over`() throws {
    let file = #"""
      ,"=COUNT(B3:D6)-A5",,
      "=D4","=IFERROR(B5,D4)&""x""","1.0",
      "=SUM(A3:A1)","=B2","=COUNT(B5:D6)-D2","=D4"
      ,"=IF(C5>0,A1,D1)","-1","=IFERROR(C4,A2)&""x"""
      "-1",,,"text"

      """#
    let outcome = try Program.play(
      ["begin", "set D4 = =MAX(B:B)-C4", "get D3", "set D3 = =1", "rollback", "get D3"], on: file)
    #expect(outcome.output.hasSuffix("rolled back\nD3 = -1x\n"))
  }

  @Test func `a sheet that is let go of leaves nothing behind`() {
    // The count may fall: the next turn on this thread frees nodes that other tests dropped
    // elsewhere.
    let left = withNodeCount { count in
      do {
        let tester = load(["A1": "=B1", "A2": "=A3", "A3": "1", "B1": "4"])
        tester.set(["B1": "5", "C9": "=SUM(A1:A9)"])
      }
      return count()
    }
    #expect(left.nodes <= 0)
  }
}
