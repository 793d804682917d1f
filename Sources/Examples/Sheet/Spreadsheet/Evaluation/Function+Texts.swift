extension Function {
  /// The functions of texts; they count characters as Swift does.
  func applyToTexts(_ arguments: [CellValue]) throws(CellError) -> CellValue {
    let text = try arguments[0].asText()
    switch self {
    case .length: return .number(Double(text.count))
    case .upper: return try .joined(text.uppercased())
    case .lower: return try .joined(text.lowercased())
    case .left: return .text(String(text.prefix(try Self.count(arguments, at: 1))))
    case .right: return .text(String(text.suffix(try Self.count(arguments, at: 1))))
    default:
      let start = try arguments[1].asInteger()
      let count = try Self.count(arguments, at: 2)
      guard start >= 1 else { throw CellError(.value, "a text begins at character 1") }
      return .text(String(text.dropFirst(start - 1).prefix(count)))
    }
  }

  private static func count(_ arguments: [CellValue], at index: Int) throws(CellError) -> Int {
    guard index < arguments.count else { return 1 }
    let count = try arguments[index].asInteger()
    guard count >= 0 else { throw CellError(.value, "a negative count of characters") }
    return count
  }
}
