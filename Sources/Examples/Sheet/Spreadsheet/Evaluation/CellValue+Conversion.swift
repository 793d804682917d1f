extension CellValue {
  /// The error; `nil` for any other value.
  var error: CellError? {
    if case .error(let error) = self { error } else { nil }
  }

  /// The number; `nil` for any other value.
  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  /// Creates the value of a calculation; infinite and undefined results become errors.
  init(result: Double) {
    self = result.isFinite ? .number(result) : .error(.overflow)
  }

  /// The value as a number: empty is 0, booleans are 1 and 0.
  func asNumber() throws(CellError) -> Double {
    switch self {
    case .empty: return 0
    case .number(let number): return number
    case .boolean(let boolean): return boolean ? 1 : 0
    case .text(let text): throw .notANumber(text)
    case .error(let error): throw error
    }
  }

  /// The value as a text: numbers in their shortest form.
  func asText() throws(CellError) -> String {
    switch self {
    case .empty: return ""
    case .text(let text): return text
    case .number, .boolean: return description
    case .error(let error): throw error
    }
  }

  /// The value as a condition: numbers other than 0 are true, empty is false.
  func asCondition() throws(CellError) -> Bool {
    switch self {
    case .empty: return false
    case .number(let number): return number != 0
    case .boolean(let boolean): return boolean
    case .text(let text): throw CellError(.value, "\"\(text.prefix(40))\" is not a condition")
    case .error(let error): throw error
    }
  }

  /// The value as a whole number: fractions are cut off, and very large numbers clamped.
  func asInteger() throws(CellError) -> Int {
    let edge = 1e15
    return Int(min(max(try asNumber(), -edge), edge))
  }
}
