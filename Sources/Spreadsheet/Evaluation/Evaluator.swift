/// Runs the program of one formula.
///
///     Evaluator(cells: sheet).evaluate(formula)
///
/// - Complexity: O(steps run), without recursion; ranges cost the cells in them that were filled.
struct Evaluator {
  /// Where the cells are.
  let cells: any CellSource

  /// The value of a formula; an empty result is 0.
  func evaluate(_ formula: Formula) -> CellValue {
    var stack: [Operand] = []
    var step = 0
    while step < formula.instructions.count {
      step = run(formula.instructions[step], at: step, &stack)
    }
    let result = stack.popLast().map(single) ?? .empty
    return result == .empty ? .number(0) : result
  }

  /// Runs one step and returns the next.
  private func run(_ instruction: Instruction, at step: Int, _ stack: inout [Operand]) -> Int {
    switch instruction {
    case .value(let value): stack.append(.value(value))
    case .cell(let address): stack.append(.cell(address))
    case .range(let range): stack.append(.range(range))
    case .single: stack.append(.value(single(stack.removeLast())))
    case .sign(let sign):
      let value = single(stack.removeLast())
      stack.append(calculate(value) { sign == .minus ? -$0 : $0 })
    case .percent: stack.append(calculate(single(stack.removeLast())) { $0 / 100 })
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
  /// The one value that an operand stands for; a range is an error.
  func single(_ operand: Operand) -> CellValue {
    switch operand {
    case .value(let value): value
    case .cell(let address): cells.value(at: address)
    case .range: .error(.rangeAsValue)
    }
  }

  /// The one value that an operand stands for, which is not an error.
  func scalar(_ operand: Operand) throws(CellError) -> CellValue {
    let value = single(operand)
    if let error = value.error { throw error }
    return value
  }

  /// The values of several operands. All are evaluated; of errors the leftmost counts, and every
  /// error wins over a range that stands in the wrong place.
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
