/// The content of a row in a column: a number, a text, or nothing.
enum Field: Hashable, Comparable {
  case number(Double)
  case text(String)
  /// A missing field, which comes last in any order.
  case missing

  /// The texts that stand for a missing number.
  static let missingNumbers: Set = ["", "NA", "N/A", "NaN", "null", "."]

  /// Reads a finite number: digits with an optional sign, point and exponent.
  ///
  /// An integer with leading zeros, or with more digits than a double keeps, is an identifier.
  ///
  /// - Returns: The number; `nil` for any other text.
  static func number(spelled text: some StringProtocol) -> Field? {
    guard let number = double(spelled: text), keepsDigits(of: text, number) else { return nil }
    return .number(number)
  }

  /// Reads a number, or an integer that is an identifier.
  static func double(spelled text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy(isPartOfNumber), let number = Double(text), number.isFinite else {
      return nil
    }
    return number
  }

  /// The number in a column of numbers; `nil` if it is missing.
  var number: Double? {
    switch self {
    case .number(let number): number
    case .missing: nil
    case .text: preconditionFailure("a column of numbers must hold numbers, but holds \(self)")
    }
  }

  /// Whether a double keeps the digits of an integer; true for a text that is not an integer.
  ///
  /// A double keeps digits that it prints again, and up to 15 digits before trailing zeros.
  private static func keepsDigits(of text: some StringProtocol, _ number: Double) -> Bool {
    let digits = text.drop { $0 == "+" || $0 == "-" }
    guard digits.utf8.allSatisfy(isDigit) else { return true }
    if Field.number(number.magnitude).description == digits { return true }
    let zeros = digits.utf8.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    return digits.utf8.first != UInt8(ascii: "0") && digits.utf8.count - zeros <= 15
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: isDigit(byte)
    }
  }
}

extension Field: CustomStringConvertible {
  /// The text, or the shortest decimal that reads back as the number: `5`, `0.1`, `1e+20`.
  var description: String {
    switch self {
    case .text(let text): return text
    case .missing: return ""
    case .number(0): return "0"
    case .number(let number):
      let digits = number.description
      return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }
  }
}
