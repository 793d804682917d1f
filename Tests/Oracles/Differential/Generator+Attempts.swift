/// Transactions that fail, with reads inside, between and after them.
extension Generator {
  /// Connectable properties and perhaps a two-way binding, for attempts to use.
  mutating func stakes() -> [Operation] {
    var operations: [Operation] = []
    for _ in 0..<(1 + random.below(3)) { operations += connectable() }
    if random.chance(50) { operations += binding() }
    return operations
  }

  /// One step: often several attempts in a row, by themselves or inside a batch or a transaction.
  mutating func venture() -> [Operation] {
    if random.chance(30) { return operation(depth: 0) }
    if random.chance(15) { return trial() }
    let inside = attempts(1)
    switch random.pick([50, 15, 15, 20]) {
    case 0: return [.batch(inside)]
    case 1: return [.transaction(inside)]
    case 2: return [.failingTransaction(inside)]
    default: return inside
    }
  }

  /// A new derived value that a failing transaction reads, followed by another change and a read.
  private mutating func trial() -> [Operation] {
    guard let base = stored.randomElement(using: &random) else { return [] }
    var spec = derivedSpec(.read(base))
    if random.chance(50) {
      spec = DerivedSpec(id: spec.id, expression: .local(.read(base)))
    }
    let value = random.payload()
    let attempt = Operation.failingTransaction([.write(base, value), .read(spec.id)])
    let made: [Operation] = [.derive(spec), .read(spec.id)]
    if random.chance(50) { return made + [attempt, .write(base, value), .read(spec.id)] }
    let other = writing { .failingTransaction([.write($0, $1)]) }
    return made + [
      .batch([attempt, .write(base, random.payload())] + other + [.read(spec.id)])
    ]
  }

  private mutating func attempts(_ depth: Int) -> [Operation] {
    (0..<(1 + random.below(depth < 3 ? 5 : 3))).flatMap { _ in attempt(depth) }
  }

  private mutating func attempt(_ depth: Int) -> [Operation] {
    switch random.pick([20, 12, 18, 8, 4, 24, 10, 12, 10, 4, 5]) {
    case 0: return depth < 3 ? [.failingTransaction(attempts(depth + 1))] : []
    case 1: return depth < 3 ? [.transaction(attempts(depth + 1))] : []
    case 2: return writing { .write($0, $1) }
    case 3: return writing { id, _ in .flip(id) }
    case 4: return writing { id, _ in .touch(id) }
    case 5: return [.read(random.chance(50) ? nodes[nodes.count - 1 - random.below(3)] : node())]
    case 6: return connection()
    case 7:
      let updater = random.below(3)
      return writing { id, _ in .flip(id) } + [.pause(updater), .unpause(updater)]
    case 8: return newcomers()
    case 9: return operation(depth: depth)
    default: return edit()
    }
  }

  /// Nodes that first compute inside an attempt: a new effect, or new derived values in a row.
  private mutating func newcomers() -> [Operation] {
    if random.chance(50) { return effect() }
    let base = stored[random.below(stored.count)]
    let first = derivedSpec(.read(base))
    let second = derivedSpec(.read(first.id))
    let third = derivedSpec(.read(second.id))
    let made: [Operation] = [.derive(first), .derive(second), .derive(third)]
    guard random.chance(50) else { return made }
    // All three compute, and the middle one computes once more.
    return made + [.read(third.id), .flip(base), .read(second.id)]
  }

  /// A failing transaction with an edit, followed by a batch that writes the value and restores it.
  private mutating func edit() -> [Operation] {
    guard let id = stored.randomElement(using: &random) else { return [] }
    let edit: Operation = random.chance(50) ? .touch(id) : .modify(id, random.payload())
    return [
      .failingTransaction([.write(id, random.payload()), edit]),
      .excursion(id, random.payload(), []),
    ]
  }
}
