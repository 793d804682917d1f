import Testing
import Upkeep

@testable import Spreadsheet

/// A sheet from a file has as few properties as it can; nobody must be able to tell.
@Suite struct LoadTests {
  private func load(_ contents: KeyValuePairs<String, String>) -> SheetTester {
    let tester = SheetTester()
    tester.sheet.load { content in
      for (name, text) in contents { CellAddress(name).map { content($0, text) } }
    }
    return tester
  }

  @Test func `constants that nobody refers to are no properties`() {
    let sheet = load(["A1": "1", "B1": "x", "A2": "=A1", "B2": "TRUE"]).sheet
    // A1, A2, the last row, and the effect of A2.
    #expect(sheet.liveNodes == (nodes: 4, links: 2))
  }

  @Test
  func `a content that is typed over wakes those that have read it, if the value is another one`() {
    let tester = load(["A1": "1", "B1": "=A1+1", "C1": "=B1*0"])
    #expect(tester.set(["A1": "1.0"]) == "recomputed 0")
    #expect(tester.set(["A1": "=1"]) == "recomputed 1")
    #expect(tester.set(["A1": "=1+1"]) == "A1 = 2; B1 = 3; recomputed 3")
    #expect(tester.set(["A1": "7"]) == "A1 = 7; B1 = 8; recomputed 2")
    #expect(tester.set(["B1": "=A1-7"]) == "B1 = 0; recomputed 2")
    #expect(tester.set(["B1": "5", "A1": "6"]) == "A1 = 6; B1 = 5; recomputed 1")
  }

  @Test func `a column of formulas that say the same shares one program, and each is of its row`() {
    let tester = load([
      "A1": "1", "B1": "=A1", "A2": "2", "B2": "=B1+A2", "A3": "3", "B3": "=b2+$A$3", "A4": "4",
      "B4": "=B3+A3", "B5": "=SUM(A4:B4)", "B6": "=SUM(A5:B5)", "B7": "=SUM(A:A)",
      "B8": "=SUM(A:A)",
    ])
    #expect(
      tester.get("B2", "B3", "B4", "B5", "B6", "B7", "B8") == [
        "3", "6", "9", "13", "13", "10", "10",
      ])
    func program(_ row: Int) -> Formula? {
      tester.sheet.content(at: CellAddress(column: 2, row: row)).formula
    }
    #expect(program(2) === program(3))
    #expect(program(3) !== program(4))
    #expect(program(5) === program(6))
    #expect(program(7) === program(8))
    #expect(
      tester.set(["A2": "5"])
        == "A2 = 5; B2 = 6; B3 = 9; B4 = 12; B5 = 16; B6 = 16; B7 = 13; B8 = 13; recomputed 7")
  }

  /// The ring is found while C1 waits for its inputs, so that C1 is never evaluated.
  @Test func `a cell that falls into a ring without being evaluated counts as changed`() {
    let tester = load(["A1": "1", "B1": "=A1", "C1": "=IF(B1>0,B1,7)", "D1": "=C1"])
    tester.set(["B1": "=IF(A1=1,1,C1)"])
    #expect(
      tester.set(["A1": "2"])
        == "A1 = 2; B1 = #CYCLE!; C1 = #CYCLE!; D1 = #CYCLE!; recomputed 3")
    #expect(tester.set(["A1": "1"]) == "A1 = 1; B1 = 1; C1 = 1; D1 = 1; recomputed 3")
  }

  @Test func `a cell of a ring that was typed over is what it was after a rollback`() throws {
    let file = #"""
      ,"=COUNT(B3:D6)-A5",,
      "=D4","=IFERROR(B5,D4)&""x""","1.0",
      "=SUM(A3:A1)","=B2","=COUNT(B5:D6)-D2","=D4"
      ,"=IF(C5>0,A1,D1)","-1","=IFERROR(C4,A2)&""x"""
      "-1",,,"text"

      """#
    let outcome = try Program.run(
      "a.csv", files: ["a.csv": file],
      lines: ["begin", "set D4 = =MAX(B:B)-C4", "get D3", "set D3 = =1", "rollback", "get D3"])
    #expect(outcome.output.hasSuffix("rolled back\nD3 = -1x\n"))
  }

  @Test func `a sheet that is let go of leaves nothing behind`() {
    // There may be fewer: nodes of others' that are dropped elsewhere go with the thread's next turn.
    let left = withNodeCount { count in
      do {
        let tester = load(["A1": "=B1", "A2": "=A3", "A3": "1", "B1": "4"])
        tester.set(["B1": "5", "C9": "=SUM(A1:A9)"])
      }
      return count()
    }
    #expect(left.nodes <= 0)
  }

  @Test func `after any edit a loaded sheet says what a typed one says`() {
    var random = SeededGenerator(seed: 11)
    let names = (1...5).flatMap { row in "ABC".map { "\($0)\(row)" } }
    for _ in 0..<60 {
      let start = names.filter { _ in Bool.random(using: &random) }.map {
        ($0, randomContent(naming: names, &random))
      }
      let (loaded, typed) = (SheetTester(), SheetTester())
      withMisuseHandler({ (_: Misuse) in }) {
        loaded.sheet.load { hand in
          for (name, text) in start { CellAddress(name).map { hand($0, text) } }
        }
        typed.sheet.edit {
          for (name, text) in start {
            CellAddress(name).map { typed.sheet.setContent(CellContent(text), at: $0) }
          }
        }
      }
      for _ in 0..<10 {
        let edits = [
          (names.randomElement(using: &random) ?? "A1", randomContent(naming: names, &random))
        ]
        for (name, text) in edits {
          #expect(loaded.set([name: text]) == typed.set([name: text]), "\(start) \(edits)")
        }
      }
    }
  }
}
