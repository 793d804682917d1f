import Upkeep

/// Evaluates expressions with the library's properties.
///
/// It holds those that the expression mentions, as a program's closure would.
final class Evaluator {
  let handles: [Int: Handle]
  private unowned let machine: Machine
  private let closures: Machine.Closures

  init(machine: Machine, handles: [Int: Handle]) {
    self.machine = machine
    self.handles = handles
    closures = machine.closures
    closures.count += 1
  }

  deinit { closures.count -= 1 }

  /// Evaluates an expression; a value that the closure was `given` takes the place of a read.
  func value(_ expression: Expression, _ given: [Int: Int] = [:]) throws -> Int {
    switch expression {
    case .constant(let value): return value
    case .read(let id): return try read(id, given)
    case .peek(let id): return try handle(id).peek()
    case .untracked(let part): return try untracked { try value(part) }
    case .add(let first, let second): return try value(first, given) &+ value(second, given)
    case .multiply(let first, let second): return try value(first, given) &* value(second, given)
    case .remainder(let part, let divisor): return try value(part, given) % divisor
    case .clamp(let part, let low, let high): return max(low, min(high, try value(part, given)))
    case .greater(let first, let second):
      return try value(first, given) > value(second, given) ? 1 : 0
    case .ifElse(let condition, let first, let second):
      return try value(condition, given) > 0 ? value(first, given) : value(second, given)
    case .index(let which, let row):
      return try read(row[Int(try value(which, given).magnitude % UInt(row.count))], given)
    case .local(let part): return local(part)
    case .failIf(let part):
      let value = try value(part, given)
      if value % 2 != 0 { throw EvaluationFailed() }
      return value
    case .tryOr(let first, let second):
      do { return try value(first, given) } catch { return try value(second, given) }
    case .sum(let id):
      guard let elements = try handle(id).elements else { throw EvaluationFailed() }
      return elements.value.reduce(0) { $0 &+ $1.property.peek() }
    case .isTentative(let id):
      guard case .tentative(let property) = try handle(id) else { throw EvaluationFailed() }
      return property.isTentative ? 1 : 0
    case .write(let id, let value):
      if case .stored(let property) = try handle(id) { property.value = value }
      return value
    }
  }

  private func local(_ part: Expression) -> Int {
    let derived = DerivedProperty(name: "local") { [self] in
      machine.step.computed[-1, default: 0] += 1
      return (try? value(part)) ?? 0
    }
    return derived.value
  }

  private func read(_ id: Int, _ given: [Int: Int]) throws -> Int {
    if let value = given[id] { return value }
    return try handle(id).read()
  }

  private func handle(_ id: Int) throws -> Handle {
    guard let handle = handles[id] else { throw EvaluationFailed() }
    return handle
  }
}
