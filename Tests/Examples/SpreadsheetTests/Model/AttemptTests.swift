import Differential
import Testing
import Upkeep

@testable import Spreadsheet

@Suite struct AttemptTests {
  private struct Refusal: Error {}

  private let names = (1...6).flatMap { row in "ABCD".map { "\($0)\(row)" } }

  /// Types into cells, reads some, and rolls everything back.
  private func attemptInVain(
    _ edits: [(name: String, content: String)], reading: [String], on tester: SheetTester
  ) {
    withMisuseHandler({ _ in }) {
      #expect(throws: Refusal.self) {
        try tester.sheet.attempt {
          for (name, text) in edits { tester.sheet.type(text, into: name) }
          _ = reading.map { tester.get($0) }
          throw Refusal()
        }
      }
    }
  }

  /// All visible state of a sheet.
  private func facts(_ tester: SheetTester) -> [String] {
    let sheet = tester.sheet
    let (nodes, links) = sheet.liveNodes
    var (listed, known): ([String], [String]) = ([], [])
    sheet.grid.visitCells(in: .everything) {
      listed.append($0.address.description)
      return true
    }
    sheet.grid.forEachCell { known.append($0.address.description) }
    let own = [
      "\(sheet.filledCount) filled, \(sheet.formulaCount) formulas, \(nodes) nodes, \(links) links",
      "to row \(sheet.grid.lastFilledRow) \(sheet.lastRow.peek())",
      listed.joined(separator: " "), known.joined(separator: " "),
    ]
    return own + names.map { tester.get($0).joined() }
  }

  /// An edit whose formula refers to rows further down.
  private func edit(_ random: inout SplitMix64) -> (name: String, content: String) {
    let index = Int.random(in: 0..<20, using: &random)
    let below = names[(index / 4 * 4 + 4)...]
    let cells = (0..<3).map { _ in below.randomElement(using: &random) ?? "D6" }
    let number = Int.random(in: -3...3, using: &random)
    let contents = [
      "", "", "\(number)", "\(number)", "=\(cells[0])+\(cells[1])",
      "=IF(\(cells[0])>0,\(cells[1]),\(cells[2]))", "=SUM(\(cells[0]):\(cells[1]))",
      "=IFERROR(\(cells[0]),\(cells[1]))&\"x\"", "=COUNT(\(cells[0]):D6)-\(cells[1])",
    ]
    return (names[index], contents.randomElement(using: &random) ?? "")
  }

  @Test func `an attempt that throws leaves a sheet that cannot be told from one without it`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<25 {
      let (attempted, spared) = (SheetTester(), SheetTester())
      for _ in 0..<10 {
        let count = Int.random(in: 1...8, using: &random)
        let edits = (0..<count).map { _ in edit(&random) }
        let reading = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        attemptInVain(edits, reading: reading, on: attempted)
        #expect(facts(attempted) == facts(spared))
        let (name, text) = edit(&random)
        #expect(attempted.set([name: text]) == spared.set([name: text]))
      }
    }
  }

  @Test func `a rolled back attempt leaves no cells or ranges of its own`() {
    let tester = SheetTester(["A1": "1"])
    attemptInVain([("B1", "=SUM(C1:C9)+D1"), ("C2", "5")], reading: ["B1"], on: tester)
    var known: [String] = []
    tester.sheet.grid.forEachCell { known.append($0.address.description) }
    #expect(known == ["A1"])
    #expect(tester.sheet.rangeSignals.isEmpty)
    #expect(tester.set(["C2": "5", "B1": "=SUM(C1:C9)"]) == "B1 = 5; C2 = 5; recomputed 1")
  }
}
