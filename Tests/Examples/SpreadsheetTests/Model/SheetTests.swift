import Differential
import Testing

@testable import Spreadsheet

@Suite struct SheetTests {
  /// ```
  /// A1 --> B1 --> D1
  ///   \--> C1 --/
  /// ```
  @Test func `an edit evaluates each formula behind it once`() {
    let sheet = SheetTester(["A1": "1", "B1": "=A1+1", "C1": "=A1*2", "D1": "=B1+C1"])
    #expect(sheet.get("D1") == ["4"])
    #expect(sheet.set(["A1": "2"]) == "A1 = 2; B1 = 3; C1 = 4; D1 = 7; recomputed 3")
  }

  @Test func `formulas behind one whose value stays the same are not evaluated`() {
    let sheet = SheetTester(["A1": "1", "B1": "=A1>0", "C1": "=IF(B1,5,6)"])
    #expect(sheet.set(["A1": "2"]) == "A1 = 2; recomputed 1")
  }

  @Test func `an edit that nothing refers to evaluates nothing`() {
    let sheet = SheetTester(["A1": "1", "B1": "=SUM(A1:A9)", "C1": "=SUM(A:A)", "D1": "=A5"])
    #expect(sheet.set(["E9": "5"]) == "E9 = 5; recomputed 0")
    #expect(sheet.set(["A10": "'x"]) == "A10 = x; recomputed 1")
    #expect(sheet.set(["Z20000": "1"]) == "Z20000 = 1; recomputed 0")
  }

  @Test func `a formula evaluates itself when it is typed`() {
    let sheet = SheetTester(["A1": "1"])
    #expect(sheet.set(["B1": "=A1"]) == "B1 = 1; recomputed 1")
    #expect(sheet.set(["B1": "=A1+0"]) == "recomputed 1")
    #expect(sheet.set(["B1": "1"]) == "recomputed 0")
    #expect(sheet.set(["A1": "7"]) == "A1 = 7; recomputed 0")
  }

  @Test func `a cell that was empty wakes the formulas that refer to it`() {
    let sheet = SheetTester(["A1": "=B5", "A2": "=SUM(B1:C9)", "A3": "=COUNTA(C:D)"])
    #expect(sheet.get("A1", "A2", "A3") == ["0", "0", "0"])
    #expect(sheet.set(["B5": "3"]) == "A1 = 3; A2 = 3; B5 = 3; recomputed 2")
    #expect(sheet.set(["C5": "4"]) == "A2 = 7; A3 = 1; C5 = 4; recomputed 2")
    #expect(sheet.set(["C5": ""]) == "A2 = 3; A3 = 0; C5 = ; recomputed 2")
    #expect(sheet.set(["C5": "4"]) == "A2 = 7; A3 = 1; C5 = 4; recomputed 2")
  }

  @Test func `a change of the last row in use wakes the formulas that read it`() {
    let sheet = SheetTester([
      "A1": "1", "B1": "=IFERROR(INDEX(A:A,3),\"none\")", "C1": "=SUM(A:A)",
      "D1": "=SUMIF(A:A,1,A1:A2)",
    ])
    #expect(sheet.get("B1", "C1", "D1").map { $0.prefix(7) } == ["none", "1", "#VALUE!"])
    #expect(sheet.set(["F2": "x"]) == "D1 = 1; F2 = x; recomputed 2")
    #expect(sheet.set(["F3": "x"]) == "B1 = 0; D1 = #VALUE!; F3 = x; recomputed 2")
    #expect(sheet.set(["F3": ""]) == "B1 = none; D1 = 1; F3 = ; recomputed 2")
  }

  @Test func `a cell depends only on the references that it has evaluated`() {
    let sheet = SheetTester(["A1": "TRUE", "B1": "1", "C1": "2", "D1": "=IF(A1,B1,C1)"])
    #expect(sheet.set(["C1": "3"]) == "C1 = 3; recomputed 0")
    #expect(sheet.set(["A1": "FALSE"]) == "A1 = FALSE; D1 = 3; recomputed 1")
    #expect(sheet.set(["B1": "9"]) == "B1 = 9; recomputed 0")
  }

  @Test func `edits made as one are reported as one, by row, then by column`() {
    let sheet = SheetTester(["C1": "=A1+B1+A2"])
    #expect(
      sheet.set(["A2": "1", "B1": "2", "A1": "3", "A3": "=C1", "B1": "4"])
        == "A1 = 3; B1 = 4; C1 = 8; A2 = 1; A3 = 8; recomputed 2")
    #expect(sheet.set(["A1": "5", "A1": "3"]) == "recomputed 0")
  }

  @Test func `a cell whose error message alone changes has not changed`() {
    let sheet = SheetTester(["A1": "'x", "B1": "=A1+1"])
    #expect(sheet.set(["A1": "'y"]) == "A1 = y; recomputed 1")
    #expect(sheet.get("B1") == ["#VALUE! \"y\" is not a number"])
  }

  @Test func `a sheet, loaded or typed, has the values of a new one after any edit`() {
    var random = SplitMix64(seed: 11)
    let names = (1...5).flatMap { row in "ABC".map { "\($0)\(row)" } }
    func kinds(_ tester: SheetTester) -> [Substring] {
      names.map { tester.get($0).joined().split(separator: " ").first ?? "" }
    }
    for _ in 0..<60 {
      let start: [(key: String, value: String)] = names.filter { _ in
        Bool.random(using: &random)
      }.map { ($0, randomContent(naming: names, &random)) }
      let (loaded, typed) = (SheetTester(), SheetTester())
      loaded.load(start)
      typed.edit(start)
      var contents = Dictionary(uniqueKeysWithValues: start.map { ($0.key, $0.value) })
      for _ in 0..<10 {
        let name = names.randomElement(using: &random) ?? "A1"
        let text = randomContent(naming: names, &random)
        contents[name] = text
        #expect(loaded.set([name: text]) == typed.set([name: text]), "\(start) \(contents)")
        let fresh = SheetTester()
        fresh.edit(contents)
        #expect(kinds(typed) == kinds(fresh), "\(contents)")
      }
    }
  }
}
