import Testing

@testable import Spreadsheet

@Suite struct CellContentTests {
  private func constant(_ text: String) -> CellValue? {
    if case .constant(let value) = CellContent(text).meaning { value } else { nil }
  }

  @Test(arguments: [
    ("5", 5), ("-5", -5), ("+5", 5), ("5.", 5), (".5", 0.5), ("-.5e1", -5), ("1E+3", 1_000),
    ("007", 7), ("1e-999", 0), ("0", 0),
  ])
  func `a number is digits with a sign, point and exponent`(text: String, number: Double) {
    #expect(constant(text) == .number(number))
  }

  @Test(arguments: [
    " 5", "5 ", "1e", "1e+", ".", "+", "-", "e5", ".e5", "1,5", "0x10", "nan", "inf", "1e999",
    "-1e999", "1_000", "5%", "٣", "true", "True", "1.2.3", "--5", "+-5",
  ])
  func `a content that only resembles a number or a boolean is a text`(text: String) {
    #expect(constant(text) == .text(text))
  }

  // An apostrophe makes a text of what follows, and blanks are kept.
  @Test(
    arguments: [
      ("TRUE", .boolean(true)), ("FALSE", .boolean(false)), ("", .empty), ("'5", .text("5")),
      ("'=A1", .text("=A1")), ("''", .text("'")), ("'", .text("")),
      ("'\u{301}", .text("\u{301}")), ("  a ", .text("  a ")),
    ] as [(String, CellValue)])
  func `a content is the boolean, text or nothing it spells`(text: String, value: CellValue) {
    #expect(constant(text) == value)
  }

  @Test func `an equals sign begins a formula, which may be broken`() {
    #expect(CellContent("=1+1").formula != nil)
    guard case .broken(let error) = CellContent("=1+").meaning else {
      Issue.record("=1+ should be broken")
      return
    }
    #expect(error.description == "character 4: expected a value, found the end")
  }

  @Test func `contents are the same only when they were typed the same`() {
    #expect(CellContent("5") != CellContent("5.0"))
    #expect(CellContent("\u{E9}") != CellContent("e\u{301}"))
  }
}
