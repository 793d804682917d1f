import Testing
import Upkeep

@testable import Spreadsheet

@Suite struct AttemptTests {
  private struct Refusal: Error {}

  private let names = (1...6).flatMap { row in "ABCD".map { "\($0)\(row)" } }

  /// Types into cells and perhaps reads some, and takes it all back.
  private func attemptInVain(
    _ edits: [(name: String, content: String)], reading: [String], on tester: SheetTester
  ) {
    withMisuseHandler({ _ in }) {
      #expect(throws: Refusal.self) {
        try tester.sheet.attempt {
          for (name, text) in edits {
            if let address = CellAddress(name) {
              tester.sheet.setContent(CellContent(text), at: address)
            }
          }
          _ = reading.map { tester.get($0) }
          throw Refusal()
        }
      }
    }
  }

  /// What a sheet tells about itself.
  private func facts(_ tester: SheetTester) -> [Substring?] {
    let sheet = tester.sheet
    let (nodes, links) = sheet.liveNodes
    let own: [Substring?] = [
      "\(sheet.filledCount) filled, \(sheet.formulaCount) formulas, \(nodes) nodes, \(links) links",
      "to row \(sheet.grid.lastFilledRow) \(sheet.lastRow.peek())",
      Substring(sheet.grid.cells.map(\.address.description).joined(separator: " ")),
      Substring(sheet.cells.keys.sorted().map(\.description).joined(separator: " ")),
    ]
    return own + values(tester)
  }

  /// The values alone: where rings cross, the order of evaluation decides which one a message names.
  private func values(_ tester: SheetTester) -> [Substring?] {
    names.map { tester.get($0).joined().split(separator: " ").first }
  }

  /// An edit whose formula refers to rows further down, or to any.
  private func edit(
    withRings: Bool, _ random: inout SeededGenerator
  ) -> (name: String, content: String) {
    let row = Int.random(in: 1...5, using: &random)
    let first = withRings ? 1 : row + 1
    let cells = (0..<3).map { _ in
      "ABCD".randomElement(using: &random).map {
        "\($0)\(Int.random(in: first...6, using: &random))"
      }
        ?? "A6"
    }
    let name = "ABCD".randomElement(using: &random).map { "\($0)\(row)" } ?? "A1"
    let number = Int.random(in: -3...3, using: &random)
    let contents = [
      "", "", "\(number)", "\(number)", "=\(cells[0])+\(cells[1])",
      "=IF(\(cells[0])>0,\(cells[1]),\(cells[2]))", "=SUM(\(cells[0]):\(cells[1]))",
      "=IFERROR(\(cells[0]),\(cells[1]))&\"x\"", "=COUNT(A\(first):B6)-\(cells[0])",
    ]
    return (name, contents.randomElement(using: &random) ?? "")
  }

  @Test(arguments: [false, true])
  func `an attempt that throws leaves a sheet that cannot be told from one without it`(
    withRings: Bool
  ) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<25 {
      let (attempted, spared) = (SheetTester(), SheetTester())
      for _ in 0..<10 {
        let count = Int.random(in: 1...8, using: &random)
        let edits = (0..<count).map { _ in edit(withRings: withRings, &random) }
        let reading = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        attemptInVain(edits, reading: reading, on: attempted)
        let (name, text) = edit(withRings: withRings, &random)
        if withRings {
          #expect(values(attempted) == values(spared))
          attempted.set([name: text])
          spared.set([name: text])
          #expect(values(attempted) == values(spared))
        } else {
          #expect(facts(attempted) == facts(spared))
          #expect(attempted.set([name: text]) == spared.set([name: text]))
        }
      }
    }
  }

  @Test func `an attempt that succeeds is an edit`() {
    let tester = SheetTester(["A1": "1", "B1": "=A1"])
    let report = tester.sheet.attempt {
      tester.sheet.setContent(CellContent("2"), at: CellAddress(column: 1, row: 1))
    }
    #expect(report.changed.map(\.description) == ["A1 = 2", "B1 = 2"])
    #expect(report.recomputed == 1)
  }

  @Test func `cells and ranges that only an undone attempt knew are gone`() {
    let tester = SheetTester(["A1": "1"])
    attemptInVain([("B1", "=SUM(C1:C9)+D1"), ("C2", "5")], reading: ["B1"], on: tester)
    #expect(tester.sheet.cells.keys.map(\.description) == ["A1"])
    #expect(tester.sheet.rangeSignals.isEmpty)
    #expect(tester.set(["C2": "5", "B1": "=SUM(C1:C9)"]) == "B1 = 5; C2 = 5; recomputed 1")
  }
}
