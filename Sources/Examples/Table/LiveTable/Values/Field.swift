/// The content of a row in a column: a number or a text.
enum Field: Hashable, Comparable {
  case number(Double)
  case text(String)

  /// Reads a number: digits with a point, a sign and an exponent or without, finite.
  ///
  /// - Returns: The number; `nil` for any other text.
  static func number(spelled text: String) -> Field? {
    guard text.utf8.allSatisfy(isPartOfNumber), let number = Double(text), number.isFinite else {
      return nil
    }
    return .number(number)
  }

  /// The number in a column of numbers.
  var number: Double {
    guard case .number(let number) = self else {
      preconditionFailure("a column of numbers must hold numbers, but holds \(self)")
    }
    return number
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension Field: CustomStringConvertible {
  /// The text, or the shortest decimal that reads back as the number: `5`, `0.1`, `1e+20`.
  var description: String {
    switch self {
    case .text(let text): return text
    case .number(0): return "0"
    case .number(let number):
      let digits = number.description
      return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }
  }
}
