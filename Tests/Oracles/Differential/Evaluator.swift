import Upkeep

/// Evaluates expressions with the library's properties.
///
/// An evaluator holds the properties that the expression mentions, as a program's closure would.
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

  /// Evaluates an expression; a `given` value takes the place of a read.
  func value(_ expression: Expression, _ given: [Int: Int] = [:]) throws -> Int {
    try Reading(evaluator: self, given: given).value(expression)
  }

  private struct Reading: ExpressionReading {
    let evaluator: Evaluator
    let given: [Int: Int]

    func read(_ id: Int) throws -> Int { try given[id] ?? handle(id).number(isPeek: false) }

    func peek(_ id: Int) throws -> Int { try handle(id).number(isPeek: true) }

    func untracked(_ part: Expression) throws -> Int {
      try Upkeep.untracked { try evaluator.value(part) }
    }

    func local(_ part: Expression) -> Int {
      let derived = DerivedProperty(name: "local") { [evaluator] in
        evaluator.machine.step.computed[-1, default: 0] += 1
        return (try? evaluator.value(part)) ?? 0
      }
      return derived.value
    }

    func sum(_ id: Int) throws -> Int {
      guard let elements = try handle(id).elements else { throw EvaluationFailed() }
      return elements.value.reduce(0) { $0 &+ $1.property.peek() }
    }

    func isTentative(_ id: Int) throws -> Int {
      guard let property = try handle(id).tentative else { throw EvaluationFailed() }
      return property.isTentative ? 1 : 0
    }

    func misuse(_ id: Int, _ value: Int) throws -> Int {
      try handle(id).stored?.value = value
      return value
    }

    private func handle(_ id: Int) throws -> Handle {
      guard let handle = evaluator.handles[id] else { throw EvaluationFailed() }
      return handle
    }
  }
}
