/// The criterion of COUNTIF and SUMIF: a value, or a text such as `>=5` or `<>rain`.
struct Criterion {
  private let comparison: BinaryOperator
  private let value: CellValue

  /// Reads a criterion from the value of an argument; an empty value matches 0.
  init(_ argument: CellValue) {
    guard case .text(let text) = argument else {
      comparison = .equal
      value = argument == .empty ? .number(0) : argument
      return
    }
    let symbols: [BinaryOperator] = [
      .notEqual, .lessOrEqual, .greaterOrEqual, .equal, .less, .greater,
    ]
    let symbol = symbols.first { text.utf8.starts(with: $0.rawValue.utf8) }
    let operand = String(text.unicodeScalars.dropFirst(symbol?.rawValue.utf8.count ?? 0))
    comparison = symbol ?? .equal
    value = Double(spelled: operand).map { .number($0) } ?? .text(operand)
  }

  /// Whether a cell matches the criterion.
  ///
  /// Empty cells and errors never match.
  func matches(_ cell: CellValue) -> Bool {
    switch (cell, value) {
    case (.empty, _), (.error, _): return false
    case (.number, .number), (.text, .text), (.boolean, .boolean): break
    default: return comparison == .notEqual
    }
    let order = cell.compared(to: value)
    switch comparison {
    case .notEqual: return order != 0
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    case .greaterOrEqual: return order >= 0
    default: return order == 0
    }
  }
}
