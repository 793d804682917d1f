/// Evaluates expressions: in the library, in the oracle, or from the stored values alone.
///
/// All evaluators share the arithmetic of scripts; each defines its own reads.
protocol ExpressionReading {
  /// A tracked read.
  func read(_ id: Int) throws -> Int
  func peek(_ id: Int) throws -> Int
  /// Evaluates an expression without tracking.
  func untracked(_ part: Expression) throws -> Int
  /// Makes a derived value of an expression and reads it.
  func local(_ part: Expression) throws -> Int
  func sum(_ id: Int) throws -> Int
  func isTentative(_ id: Int) throws -> Int
  func misuse(_ id: Int, _ value: Int) throws -> Int
}

extension ExpressionReading {
  /// The value of an expression; throws if that is a failure.
  func value(_ expression: Expression) throws -> Int {
    switch expression {
    case .constant(let value): return value
    case .read(let id): return try read(id)
    case .peek(let id): return try peek(id)
    case .untracked(let part): return try untracked(part)
    case .add(let first, let second): return try value(first) &+ value(second)
    case .multiply(let first, let second): return try value(first) &* value(second)
    case .remainder(let part, let divisor): return try value(part) % divisor
    case .clamp(let part, let low, let high): return max(low, min(high, try value(part)))
    case .greater(let first, let second): return try value(first) > value(second) ? 1 : 0
    case .ifElse(let condition, let first, let second):
      return try value(condition) > 0 ? value(first) : value(second)
    case .index(let which, let row):
      return try read(row[Int(try value(which).magnitude % UInt(row.count))])
    case .local(let part): return try local(part)
    case .failIf(let part):
      let value = try value(part)
      if value % 2 != 0 { throw EvaluationFailed() }
      return value
    case .tryOr(let first, let second):
      do { return try value(first) } catch { return try value(second) }
    case .sum(let id): return try sum(id)
    case .isTentative(let id): return try isTentative(id)
    case .write(let id, let value): return try misuse(id, value)
    }
  }
}
