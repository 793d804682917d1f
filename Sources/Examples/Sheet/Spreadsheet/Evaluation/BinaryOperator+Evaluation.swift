import Foundation

extension BinaryOperator {
  /// Applies the operator to two values that are not errors.
  func apply(_ left: CellValue, _ right: CellValue) throws(CellError) -> CellValue {
    switch self {
    case .equal: .boolean(left.compared(to: right) == 0)
    case .notEqual: .boolean(left.compared(to: right) != 0)
    case .less: .boolean(left.compared(to: right) < 0)
    case .lessOrEqual: .boolean(left.compared(to: right) <= 0)
    case .greater: .boolean(left.compared(to: right) > 0)
    case .greaterOrEqual: .boolean(left.compared(to: right) >= 0)
    case .join: try .joined(try left.asText(), try right.asText())
    case .add: CellValue(result: try left.asNumber() + right.asNumber())
    case .subtract: CellValue(result: try left.asNumber() - right.asNumber())
    case .multiply: CellValue(result: try left.asNumber() * right.asNumber())
    case .divide: try Self.quotient(try left.asNumber(), try right.asNumber())
    case .power: try Self.power(try left.asNumber(), try right.asNumber())
    }
  }

  private static func quotient(_ left: Double, _ right: Double) throws(CellError) -> CellValue {
    guard right != 0 else { throw .divisionByZero }
    return CellValue(result: left / right)
  }

  private static func power(_ base: Double, _ exponent: Double) throws(CellError) -> CellValue {
    if base == 0, exponent == 0 { throw CellError(.number, "0 to the power of 0") }
    if base == 0, exponent < 0 { throw .divisionByZero }
    let result = pow(base, exponent)
    if result.isNaN { throw CellError(.number, "a root of a negative number") }
    return CellValue(result: result)
  }
}

extension String {
  /// The largest number of bytes of a text: unlimited doubling would exhaust the memory.
  private static let longest = 1 << 24

  /// Appends a text.
  ///
  /// - Throws: A ``CellError`` if the text would become too long.
  mutating func append(joining end: String) throws(CellError) {
    guard utf8.count + end.utf8.count <= Self.longest else {
      throw CellError(.value, "the text is too long")
    }
    self += end
  }
}

extension CellValue {
  /// Returns one text that consists of several texts.
  static func joined(_ texts: String...) throws(CellError) -> CellValue {
    try joined(texts)
  }

  /// Returns one text that consists of several texts.
  static func joined(_ texts: [String]) throws(CellError) -> CellValue {
    var all = ""
    for text in texts { try all.append(joining: text) }
    return .text(all)
  }
}
