extension Double {
  /// The shortest decimal that reads back as this number: `5`, `0.1`, `1e+20`; never `-0`.
  var shortestDecimal: String {
    guard self != 0 else { return "0" }
    let digits = description
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// Reads a number that is spelled as in a cell or a criterion.
  ///
  ///     Double(spelled: "+1.5e3")  // 1500
  ///     Double(spelled: ".5")      // 0.5
  ///     Double(spelled: "1e999")   // nil: not finite
  ///     Double(spelled: " 5")      // nil: blanks, names such as "nan" and hexadecimals are texts
  init?(spelled text: String) {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest.removeFirst()
    }
    guard Self.lengthOfNumber(rest) == rest.count, !rest.isEmpty else { return nil }
    guard let number = Double(text), number.isFinite else { return nil }
    self = number
  }

  /// The number of bytes at the start that spell a number without a sign; 0 if there is no number.
  ///
  /// An `e` without digits after it does not belong to the number.
  static func lengthOfNumber(_ text: some Collection<UInt8>) -> Int {
    let point = UInt8(ascii: ".")
    var rest = text[...]
    let whole = rest.prefix(while: \.isASCIIDigit).count
    rest = rest.dropFirst(whole)
    var length = whole
    if rest.first == point {
      let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit).count
      guard whole + fraction > 0 else { return 0 }
      length += 1 + fraction
      rest = rest.dropFirst(1 + fraction)
    }
    guard length > 0, let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else {
      return length
    }
    rest = rest.dropFirst()
    let sign = rest.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } ?? false
    let exponent = rest.dropFirst(sign ? 1 : 0).prefix(while: \.isASCIIDigit).count
    return exponent == 0 ? length : length + 1 + (sign ? 1 : 0) + exponent
  }

  /// The number rounded half away from zero, counted on its shortest decimal.
  ///
  ///     2.675.rounded(toDigits: 2)   // 2.68, although the stored number lies just below
  ///     1250.rounded(toDigits: -2)   // 1300
  ///
  /// - Parameter digits: The number of decimals to keep; a negative number rounds before the point.
  /// - Returns: The rounded number; infinite if it is too large.
  func rounded(toDigits digits: Int) -> Double {
    guard isFinite, self != 0 else { return self }
    var (decimals, pointPosition) = magnitude.shortestDigits
    let kept = pointPosition + digits
    guard kept < decimals.count else { return self }
    guard kept >= 0 else { return 0 }
    let roundsUp = decimals[kept] >= 5
    decimals = [0] + decimals[..<kept]
    pointPosition += 1
    if roundsUp {
      var index = decimals.count - 1
      while decimals[index] == 9 {
        decimals[index] = 0
        index -= 1
      }
      decimals[index] += 1
    }
    let spelled = decimals.map(String.init).joined() + "e\(pointPosition - decimals.count)"
    let rounded = Double(spelled) ?? self
    return self < 0 ? -rounded : rounded
  }

  /// The digits of the shortest decimal, and the number of digits before the point.
  private var shortestDigits: (digits: [Int], pointPosition: Int) {
    let parts = description.split(separator: "e")
    let exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let digits = mantissa.joined().utf8.map { Int($0 - UInt8(ascii: "0")) }
    return (digits, mantissa[0].count + exponent)
  }
}
