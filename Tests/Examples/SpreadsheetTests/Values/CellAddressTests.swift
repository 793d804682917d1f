import Testing

@testable import Spreadsheet

@Suite struct CellAddressTests {
  @Test func `letters and digits are a column and a row, in any case, with or without dollars`() {
    let expected = CellAddress(column: 28, row: 12)
    #expect(
      ["AB12", "ab12", "$Ab12", "aB$12", "$AB$12", "AB012"].map { CellAddress($0) }
        == Array(repeating: expected, count: 6))
  }

  @Test func `the last cell is ZZZ10000000`() {
    #expect(CellAddress("ZZZ10000000") == CellAddress(column: 18_278, row: 10_000_000))
    let outside = ["A0", "AAAA1", "A10000001", "A99999999999999999999999", "ZZZZ0"]
    #expect(outside.compactMap { CellAddress($0) }.isEmpty)
  }

  @Test(arguments: ["", "A", "1", "A1B", "$$A1", "A$", "A-1", "Å1", "A1 ", "A1:B2"])
  func `text of any other form is no address`(text: String) {
    #expect(CellAddress(text) == nil)
  }

  @Test func `columns are written as they are read`() {
    let columns = [1, 26, 27, 52, 702, 703, 18_278]
    let letters = columns.map { CellAddress.letters(ofColumn: $0) }
    #expect(letters == ["A", "Z", "AA", "AZ", "ZZ", "AAA", "ZZZ"])
    #expect(letters.map { CellAddress($0 + "1")?.column } == columns)
  }

  @Test func `addresses are ordered by row, then by column`() {
    let addresses = ["B2", "A10", "AA1", "B1"].compactMap { CellAddress($0) }
    #expect(addresses.sorted().map(\.description) == ["B1", "AA1", "B2", "A10"])
  }
}
