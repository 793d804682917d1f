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

  // An apostrophe makes the rest a text, and blanks stay.
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

@Suite struct DoubleDecimalTests {
  @Test(arguments: [
    (5.0, "5"), (0.1, "0.1"), (1e20, "1e+20"), (-0.0, "0"), (-2.5, "-2.5"),
    (0.1 + 0.2, "0.30000000000000004"),
    (123_456_789, "123456789"), (1.0 / 3, "0.3333333333333333"), (1e-300, "1e-300"),
  ])
  func `numbers print as the shortest decimal that reads back`(number: Double, text: String) {
    #expect(number.shortestDecimal == text)
    #expect(Double(text) == number)
  }

  @Test(arguments: [
    (2.675, 2, 2.68), (2.5, 0, 3), (-2.5, 0, -3), (0.5, 0, 1), (0.4999, 0, 0), (1_250, -2, 1_300),
    (1.005, 2, 1.01), (9.995, 2, 10), (999.5, 0, 1_000), (50, -2, 100), (49, -2, 0), (5, -1, 10),
    (1e300, 2, 1e300), (1.23456e-7, 9, 1.23e-7), (0.05, 1, 0.1), (0.05, 0, 0), (123, 400, 123),
    (123, -400, 0), (0, 3, 0), (-1.45, 1, -1.5), (1e20, -20, 1e20), (5e19, -20, 1e20),
  ])
  func `halves are rounded away from zero`(number: Double, digits: Int, expected: Double) {
    #expect(number.rounded(toDigits: digits) == expected)
  }
}
