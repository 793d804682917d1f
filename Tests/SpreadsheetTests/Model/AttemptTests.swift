import Testing
import Upkeep

@testable import Spreadsheet

@Suite struct AttemptTests {
  private struct Refusal: Error {}

  private let names = (1...5).flatMap { row in "ABCD".map { "\($0)\(row)" } }

  /// Types into cells and perhaps reads some, and takes it all back.
  private func attemptInVain(_ edits: [(String, String)], reading: [String], on tester: SheetTester)
  {
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
  private func facts(_ tester: SheetTester) -> [String] {
    let sheet = tester.sheet
    let (nodes, links) = sheet.liveNodes
    return [
      "\(sheet.filledCount) filled, \(sheet.formulaCount) formulas, \(nodes) nodes, \(links) links",
      "to row \(sheet.grid.lastFilledRow) \(sheet.lastRow.peek())",
      sheet.grid.cells.map(\.address.description).joined(separator: " "),
      sheet.cells.keys.sorted().map(\.description).joined(separator: " "),
    ] + names.map { tester.get($0).joined() }
  }

  @Test func `an attempt that throws leaves a sheet that cannot be told from one without it`() {
    var random = SeededGenerator(seed: 7)
    func content() -> String {
      let cell = { names.randomElement(using: &random) ?? "A1" }
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: return ""
      case 2, 3: return String(Int.random(in: -3...3, using: &random))
      case 4: return "=\(cell())+\(cell())"
      case 5: return "=IF(\(cell())>0,\(cell()),\(cell()))"
      case 6: return "=SUM(\(cell()):\(cell()))"
      case 7: return "=IFERROR(\(cell()),\(cell()))&\"x\""
      default: return "=COUNT(A:B)-\(cell())"
      }
    }
    func edit() -> (String, String) { (names.randomElement(using: &random) ?? "A1", content()) }
    for _ in 0..<60 {
      let (attempted, spared) = (SheetTester(), SheetTester())
      for _ in 0..<12 {
        let edits = (0..<Int.random(in: 1...8, using: &random)).map { _ in edit() }
        let reading = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        attemptInVain(edits, reading: reading, on: attempted)
        #expect(facts(attempted) == facts(spared))
        let (name, text) = edit()
        #expect(attempted.set([name: text]) == spared.set([name: text]))
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
