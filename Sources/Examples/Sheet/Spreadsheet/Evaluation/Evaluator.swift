/// Runs the program of one formula.
///
///     Evaluator(cells: sheet).evaluate(formula)
///
/// - Complexity: O(steps run), without recursion; a range costs a step for each of its cells that
///   was ever filled.
struct Evaluator {
  /// The source of the cells.
  let cells: any CellSource

  /// The value of a formula; an empty result is 0.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - address: The cell of the formula; required for a shared program.
  /// - Returns: The value.
  func evaluate(_ formula: Formula, at address: CellAddress? = nil) -> CellValue {
    let shift = formula.shift(for: address)
    var stack: [Operand] = []
    var step = 0
    while step < formula.instructions.count {
      switch formula.instructions[step] {
      case .cell(let cell):
        stack.append(.cell(cell.moved(columns: shift.columns, rows: shift.rows)))
        step += 1
      case .range(let range):
        stack.append(.range(range.moved(columns: shift.columns, rows: shift.rows)))
        step += 1
      case let instruction: step = run(instruction, at: step, &stack)
      }
    }
    let result = stack.popLast().map(single) ?? .empty
    return result == .empty ? .number(0) : result
  }

  /// Runs one step other than a reference, and returns the next step.
  private func run(_ instruction: Instruction, at step: Int, _ stack: inout [Operand]) -> Int {
    switch instruction {
    case .value(let value): stack.append(.value(value))
    case .cell, .range: break
    case .single: stack.append(.value(single(stack.removeLast())))
    case .sign(let sign):
      let value = single(stack.removeLast())
      stack.append(calculate(value) { sign == .minus ? -$0 : $0 })
    case .percent: stack.append(calculate(single(stack.removeLast())) { $0 / 100 })
    case .binary(.join): join(&stack)
    case .binary(let symbol):
      let right = stack.removeLast()
      let left = stack.removeLast()
      stack.append(.value(apply(symbol, left, right)))
    case .call(let function, let count):
      let arguments = Array(stack.suffix(count))
      stack.removeLast(count)
      stack.append(.value(apply(function, arguments)))
    case .jump(let target): return target
    case .branch(let otherwise, let end):
      do throws(CellError) {
        return try scalar(stack.removeLast()).asCondition() ? step + 1 : otherwise
      } catch {
        stack.append(.value(.error(error)))
        return end
      }
    case .unlessError(let target):
      guard case .value(.error)? = stack.last else { return target }
      stack.removeLast()
    }
    return step + 1
  }

  /// Appends the text on top of the stack to the text below it.
  ///
  /// - Complexity: O(bytes appended), if a join made the text below: n joins in a row cost the
  ///   bytes of the result, and not the bytes of each intermediate result.
  private func join(_ stack: inout [Operand]) {
    let right = stack.removeLast()
    guard case .value(.text(var text))? = stack.last else {
      let left = stack.removeLast()
      return stack.append(.value(apply(.join, left, right)))
    }
    // The text now has one reference, so appending does not copy it.
    stack.removeLast()
    do throws(CellError) {
      try text.append(joining: try scalar(right).asText())
      stack.append(.value(.text(text)))
    } catch {
      stack.append(.value(.error(error)))
    }
  }

  private func calculate(_ value: CellValue, _ body: (Double) -> Double) -> Operand {
    do throws(CellError) {
      return .value(CellValue(result: body(try value.asNumber())))
    } catch {
      return .value(.error(error))
    }
  }

  private func apply(_ symbol: BinaryOperator, _ left: Operand, _ right: Operand) -> CellValue {
    do throws(CellError) {
      let values = try scalars([left, right])
      return try symbol.apply(values[0], values[1])
    } catch {
      return .error(error)
    }
  }

  private func apply(_ function: Function, _ arguments: [Operand]) -> CellValue {
    do throws(CellError) {
      return try function.apply(arguments, self)
    } catch {
      return .error(error)
    }
  }
}

extension Evaluator {
  /// The single value of an operand; a range is an error.
  func single(_ operand: Operand) -> CellValue {
    switch operand {
    case .value(let value): value
    case .cell(let address): cells.value(at: address)
    case .range: .error(.rangeAsValue)
    }
  }

  /// The single value of an operand; throws if that is an error.
  func scalar(_ operand: Operand) throws(CellError) -> CellValue {
    let value = single(operand)
    if let error = value.error { throw error }
    return value
  }

  /// The values of several operands.
  ///
  /// All operands are evaluated. The leftmost error is thrown. If there is none, a range causes an
  /// error.
  func scalars(_ operands: some Collection<Operand>) throws(CellError) -> [CellValue] {
    var firstError: CellError?
    var hasRange = false
    let values = operands.map { operand in
      if case .range = operand {
        hasRange = true
        return CellValue.empty
      }
      let value = single(operand)
      firstError = firstError ?? value.error
      return value
    }
    if let firstError { throw firstError }
    if hasRange { throw .rangeAsValue }
    return values
  }
}
