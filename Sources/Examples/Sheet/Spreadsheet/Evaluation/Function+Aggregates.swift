extension Function {
  /// SUM, AVERAGE, MIN and MAX.
  ///
  /// The functions use only the numbers among scanned cells, which are the cells of references and
  /// ranges. They convert all other arguments to numbers.
  func applyToNumbers(
    _ arguments: [Operand], _ evaluator: Evaluator
  ) throws(CellError) -> CellValue {
    let numbers = try evaluator.collect(arguments, scanned: \.number) {
      value throws(CellError) in try value.asNumber()
    }
    switch self {
    case .average:
      guard !numbers.isEmpty else { throw .divisionByZero }
      return CellValue(result: numbers.reduce(0, +) / Double(numbers.count))
    case .min: return .number(numbers.min() ?? 0)
    case .max: return .number(numbers.max() ?? 0)
    default: return CellValue(result: numbers.reduce(0, +))
    }
  }

  /// COUNT and COUNTA, which have no error as a result: COUNT skips errors, and COUNTA counts them.
  func applyToCounts(_ arguments: [Operand], _ evaluator: Evaluator) -> CellValue {
    var count = 0
    for argument in arguments {
      guard let range = argument.scanned else {
        if self == .countAll || evaluator.single(argument).number != nil { count += 1 }
        continue
      }
      evaluator.cells.forEachValue(in: range) { _, value in
        if self == .countAll ? value != .empty : value.number != nil { count += 1 }
        return true
      }
    }
    return .number(Double(count))
  }

  /// AND and OR: text and empty cells are skipped among scanned cells.
  func applyToConditions(
    _ arguments: [Operand], _ evaluator: Evaluator
  ) throws(CellError) -> CellValue {
    let conditions = try evaluator.collect(arguments, scanned: \.scannedCondition) {
      value throws(CellError) in try value.asCondition()
    }
    guard !conditions.isEmpty else { throw CellError(.value, "there are no conditions") }
    return .boolean(self == .and ? !conditions.contains(false) : conditions.contains(true))
  }
}

extension CellValue {
  /// The scanned cell as a condition; `nil` for text and empty cells.
  fileprivate var scannedCondition: Bool? {
    switch self {
    case .number(let number): number != 0
    case .boolean(let boolean): boolean
    case .empty, .text, .error: nil
    }
  }
}

extension Evaluator {
  /// CONCAT: the texts of all arguments and of all cells in row order.
  func concatenation(_ arguments: [Operand]) throws(CellError) -> CellValue {
    let texts = try collect(arguments, scanned: \.scannedText) {
      value throws(CellError) in try value.asText()
    }
    return try .joined(texts)
  }

  /// Gathers the elements of an aggregate.
  ///
  /// All cells and arguments are read. An error takes precedence over a value that cannot be
  /// converted.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the function.
  ///   - scanned: Returns the element of a cell of a reference or a range; `nil` to skip the cell.
  ///   - operand: Returns the element of any other argument.
  /// - Returns: The elements, in the order of the arguments and of the rows.
  /// - Throws: The first error, or else the first failed conversion.
  fileprivate func collect<Element>(
    _ arguments: [Operand], scanned: (CellValue) -> Element?,
    operand: (CellValue) throws(CellError) -> Element
  ) throws(CellError) -> [Element] {
    var elements: [Element] = []
    var firstError: CellError?
    var firstFailure: CellError?
    for argument in arguments {
      if let range = argument.scanned {
        cells.forEachValue(in: range) { _, value in
          firstError = firstError ?? value.error
          if let element = scanned(value) { elements.append(element) }
          return true
        }
        continue
      }
      let value = single(argument)
      do throws(CellError) {
        elements.append(try operand(value))
      } catch {
        if value.error == nil {
          firstFailure = firstFailure ?? error
        } else {
          firstError = firstError ?? error
        }
      }
    }
    if let error = firstError ?? firstFailure { throw error }
    return elements
  }
}

extension CellValue {
  /// The scanned cell as a text; `nil` if it is empty or an error.
  fileprivate var scannedText: String? {
    switch self {
    case .empty, .error: nil
    case .text(let text): text
    case .number, .boolean: description
    }
  }
}
