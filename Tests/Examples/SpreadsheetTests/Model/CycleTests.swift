import Testing

@testable import Spreadsheet

@Suite struct CycleTests {
  /// ```
  /// A1 --> B1 --> C1 (outside)
  ///  ^-----/
  /// ```
  @Test func `every cell of a ring shows it, and cells outside get it as an error`() {
    let sheet = SheetTester(["A1": "=B1", "B1": "=A1+1", "C1": "=B1*2", "D1": "=IFERROR(C1,7)"])
    let ring = "#CYCLE! A1 -> B1 -> A1"
    #expect(sheet.get("A1", "B1", "C1", "D1") == [ring, ring, ring, "7"])
  }

  @Test func `a cell that needs itself is a ring of one`() {
    let sheet = SheetTester(["A1": "=A1", "B2": "=SUM(B:B)", "C1": "=COUNT(C1)"])
    #expect(
      sheet.get("A1", "B2", "C1")
        == ["#CYCLE! A1 -> A1", "#CYCLE! B2 -> B2", "#CYCLE! C1 -> C1"])
  }

  @Test func `IFERROR inside the ring does not hide it`() {
    let sheet = SheetTester(["A1": "=IFERROR(B1,5)", "B1": "=A1"])
    #expect(sheet.get("A1", "B1") == Array(repeating: "#CYCLE! A1 -> B1 -> A1", count: 2))
  }

  @Test func `references that are not evaluated make no ring`() {
    let sheet = SheetTester(["A1": "=IF(TRUE,1,A1)", "B1": "=IFERROR(2,B1)"])
    #expect(sheet.get("A1", "B1") == ["1", "2"])
  }

  @Test func `all cells recover when the ring is broken`() {
    let sheet = SheetTester(["A1": "=B1+1", "B1": "=C1+1", "C1": "=A1+1", "D1": "=A1"])
    #expect(sheet.set(["C1": "1"]) == "A1 = 3; B1 = 2; C1 = 1; D1 = 3; recomputed 3")
    #expect(
      sheet.set(["C1": "=A1+1"])
        == "A1 = #CYCLE!; B1 = #CYCLE!; C1 = #CYCLE!; D1 = #CYCLE!; recomputed 4")
  }

  @Test func `a ring that a condition closes opens again`() {
    let sheet = SheetTester(["A1": "0", "B1": "=IF(A1,C1,1)", "C1": "=B1+1"])
    #expect(sheet.get("C1") == ["2"])
    sheet.set(["A1": "1"])
    #expect(sheet.get("B1", "C1") == Array(repeating: "#CYCLE! B1 -> C1 -> B1", count: 2))
    sheet.set(["A1": "0"])
    #expect(sheet.get("B1", "C1") == ["1", "2"])
  }

  /// ```
  /// A1 --> A2 <--> B2
  ///  ^--------------/
  /// ```
  @Test func `rings that share cells are one, whatever order they are read in`() {
    let contents = [("B2", "=A2+A1"), ("A1", "=IFERROR(A2,B3)&1"), ("A2", "=B2")]
    for first in contents {
      let sheet = SheetTester()
      for (name, text) in [first] + contents { sheet.set([name: text]) }
      #expect(
        sheet.get("A1", "A2", "B2").map { $0.prefix(7) } == ["#CYCLE!", "#CYCLE!", "#CYCLE!"])
    }
  }
}

@Suite struct RingTests {
  @Test func `a ring is written from the cell that comes first in the sheet`() {
    #expect(Ring(path: ["B1", "A2", "A1", "B1"]).description == "A1 -> B1 -> A2 -> A1")
    #expect(Ring(path: ["C3", "C3"]).description == "C3 -> C3")
  }

  @Test func `a very long ring is cut short in the middle`() {
    let names = (1...1_000).map { "A\($0)" } + ["A1"]
    #expect(
      Ring(path: names).description
        == (1...9).map { "A\($0) -> " }.joined() + "(990 more) -> A1000 -> A1")
  }
}
