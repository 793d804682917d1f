import Testing

@testable import LiveTable

@Suite struct FieldTests {
  @Test(arguments: [
    ("5", 5), ("-0.5", -0.5), ("+1.5e3", 1_500), (".5", 0.5), ("1e-2", 0.01),
    ("0", 0), ("-0", 0), ("19.90", 19.9), ("007.50", 7.5),
    ("9007199254740992", 9_007_199_254_740_992),
    ("-123000000000000000000", -1.23e20),
  ])
  func `a text that spells a number is read as this number`(text: String, number: Double) {
    #expect(Field.number(spelled: text) == .number(number))
  }

  @Test(arguments: ["007", "00", "-01", "+007", "9007199254740993", "901656910939770881"])
  func `integers with leading zeros, or too many digits for a double, are no numbers`(text: String)
  {
    #expect(Field.number(spelled: text) == nil)
    #expect(Field.double(spelled: text) != nil)
  }

  @Test(arguments: ["", " 5", "5 ", "x", "1e999", "nan", "inf", "0x10", "1,000", "--1", "e5", "-"])
  func `text of any other form is no number`(text: String) {
    #expect(Field.number(spelled: text) == nil)
  }

  @Test func `numbers print as the shortest decimal`() {
    let numbers = [5, 0.1, -0.0, 1e20, -2.5].map { Field.number($0).description }
    #expect(numbers == ["5", "0.1", "0", "1e+20", "-2.5"])
  }
}
