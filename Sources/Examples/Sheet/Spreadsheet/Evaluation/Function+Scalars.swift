extension Function {
  /// The functions of numbers and conditions.
  func applyToScalars(_ arguments: [CellValue]) throws(CellError) -> CellValue {
    if self == .not { return .boolean(!(try arguments[0].asCondition())) }
    let number = try arguments[0].asNumber()
    switch self {
    case .absolute: return .number(number.magnitude)
    case .integer: return .number(number.rounded(.down))
    case .round:
      let digits = arguments.count > 1 ? try arguments[1].asInteger() : 0
      return CellValue(result: number.rounded(toDigits: digits))
    case .modulo: return .number(try Self.remainder(number, try arguments[1].asNumber()))
    default:
      guard number >= 0 else { throw CellError(.number, "the root of a negative number") }
      return .number(number.squareRoot())
    }
  }

  /// The remainder with the sign of the divisor, without rounding.
  private static func remainder(_ number: Double, _ divisor: Double) throws(CellError) -> Double {
    guard divisor != 0 else { throw .divisionByZero }
    let remainder = number.truncatingRemainder(dividingBy: divisor)
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder
  }
}
