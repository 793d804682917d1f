import Testing

@testable import Spreadsheet

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
