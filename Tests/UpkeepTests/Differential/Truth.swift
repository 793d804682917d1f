/// The value of a pure node, computed from the stored values and nothing else.
final class Truth {
  private let oracle: Oracle
  private var known: [Int: Outcome?] = [:]

  init(_ oracle: Oracle) { self.oracle = oracle }

  /// Nil for a node that peeks, directly or through others, or that does not follow all it reads.
  func outcome(of id: Int) -> Outcome? {
    if let outcome = known[id] { return outcome }
    let outcome = compute(id)
    known[id] = .some(outcome)
    return outcome
  }

  private func compute(_ id: Int) -> Outcome? {
    guard let node = oracle.nodes[id] else { return nil }
    guard let spec = node.derived else { return node.now?.outcome }
    let reads = spec.expression.reads
    guard spec.expression.isPure, spec.inputs.map({ Set($0).isSuperset(of: reads) }) ?? true,
      reads.allSatisfy({ outcome(of: $0) != nil })
    else { return nil }
    let result = value(spec.expression)
    return .some(result.map { .value($0) } ?? (spec.isResult ? .failure : .value(0)))
  }

  private func value(_ expression: Expression) -> Int? {
    switch expression {
    case .constant(let value): return value
    case .read(let id):
      if case .value(let value)? = outcome(of: id) { return value }
      return nil
    case .add(let first, let second): return both(first, second, &+)
    case .multiply(let first, let second): return both(first, second, &*)
    case .greater(let first, let second): return both(first, second) { $0 > $1 ? 1 : 0 }
    case .remainder(let part, let divisor): return value(part).map { $0 % divisor }
    case .clamp(let part, let low, let high): return value(part).map { max(low, min(high, $0)) }
    case .ifElse(let condition, let first, let second):
      return value(condition).flatMap { $0 > 0 ? value(first) : value(second) }
    case .index(let which, let row):
      return value(which).flatMap { value(.read(row[Int($0.magnitude % UInt(row.count))])) }
    case .local(let part): return value(part) ?? 0
    case .failIf(let part): return value(part).flatMap { $0 % 2 != 0 ? nil : $0 }
    case .tryOr(let first, let second): return value(first) ?? value(second)
    case .peek, .untracked, .write: return nil
    }
  }

  private func both(_ first: Expression, _ second: Expression, _ join: (Int, Int) -> Int) -> Int? {
    guard let first = value(first), let second = value(second) else { return nil }
    return join(first, second)
  }
}
