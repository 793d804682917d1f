extension Generator {
  /// An expression over the present nodes.
  mutating func expression(_ depth: Int, canMakeLocals: Bool = true) -> Expression {
    if depth == 0 || random.chance(15) { return leaf() }
    func part(_ generator: inout Generator) -> Expression {
      generator.expression(depth - 1, canMakeLocals: canMakeLocals)
    }
    switch random.pick([24, 8, 10, 10, 8, 16, 7, 7, 5, 5]) {
    case 0: return .add(part(&self), part(&self))
    case 1: return .multiply(part(&self), part(&self))
    case 2: return .remainder(part(&self), 2 + random.below(3))
    case 3: return .clamp(part(&self), -1 - random.below(2), 1 + random.below(2))
    case 4: return .greater(part(&self), part(&self))
    case 5: return .ifElse(part(&self), part(&self), part(&self))
    case 6: return .index(part(&self), (0..<(1 + random.below(3))).map { _ in node() })
    case 7: return canMakeLocals ? .local(part(&self)) : part(&self)
    case 8:
      // A failure ends an untracked read; the reads after it are tracked.
      let first = part(&self)
      return .tryOr(random.chance(30) ? .untracked(.failIf(first)) : first, part(&self))
    default: return .failIf(part(&self))
    }
  }

  private mutating func leaf() -> Expression {
    if !rows.isEmpty, random.chance(12) { return .sum(rows[random.below(rows.count)]) }
    if !tentatives.isEmpty, random.chance(5) {
      return .isTentative(tentatives[random.below(tentatives.count)])
    }
    switch random.pick([78, 12, 6, 4]) {
    case 0: return .read(node())
    case 1: return .constant(random.payload())
    case 2: return .peek(node())
    default: return .untracked(.read(node()))
    }
  }

  // MARK: - Shapes

  /// The graph at the beginning of a script.
  mutating func graph(_ shape: ScriptShape) -> [Operation] {
    let storedCount =
      switch shape {
      case .fanIn, .selector: 8
      case .wideFanIn: 500
      default: 2 + random.below(4)
      }
    var operations = (0..<storedCount).map { _ in Operation.stored(storedSpec()) }
    for spec in derivedSpecs(shape) { operations.append(.derive(spec)) }
    operations += additions()
    if shape == .rollback { operations += stakes() }
    let effectCount: Int
    switch shape {
    case .unobserved: effectCount = random.below(2)
    case .observed: effectCount = derived.count
    default: effectCount = 1 + random.below(4)
    }
    for index in 0..<effectCount {
      let target = shape == .observed ? derived[index] : nodes[nodes.count - 1 - random.below(3)]
      operations += effect(reading: .read(target))
    }
    return operations
  }

  private mutating func derivedSpecs(_ shape: ScriptShape) -> [DerivedSpec] {
    switch shape {
    case .dag, .unobserved, .observed:
      return (0..<(4 + random.below(14))).map { _ in derivedSpec() }
    case .rollback:
      return (0..<(2 + random.below(5))).map { _ in derivedSpec() }
    case .ladder:
      return (0..<(2 + random.below(5))).flatMap { _ in
        let top = Expression.read(derived.last ?? stored[0])
        let left = derivedSpec(.clamp(top, -2, 2))
        let right = derivedSpec(.remainder(top, 2))
        return [left, right, derivedSpec(.add(.read(left.id), .read(right.id)))]
      }
    case .jagged:
      let short = derivedSpec(.greater(.read(stored[0]), .constant(0)))
      let long = derivedSpec(.remainder(.read(stored[0]), 3))
      let longer = derivedSpec(.clamp(.read(long.id), -1, 1))
      let join = derivedSpec(.add(.read(short.id), .read(longer.id)))
      return [short, long, longer, join] + (0..<3).map { _ in derivedSpec(.read(join.id)) }
    case .chain, .longChain:
      return (0..<(shape == .chain ? 10 + random.below(30) : 500)).map { _ in
        derivedSpec(.add(.read(derived.last ?? stored[0]), .constant(random.below(2))))
      }
    case .fanOut, .wideFanOut:
      return (0..<(shape == .fanOut ? 10 + random.below(20) : 500)).map { _ in
        derivedSpec(.greater(.read(stored[0]), .constant(random.payload())))
      }
    case .fanIn, .wideFanIn:
      let sum = stored.dropFirst().reduce(Expression.read(stored[0])) { .add($0, .read($1)) }
      return [derivedSpec(sum), derivedSpec(.remainder(sum, 2)), derivedSpec()]
    case .multilevel:
      // Two levels: one chooses between two rows, the other a stored value of the row.
      let rows = (0..<2).map { _ in level(stored) }
      return rows + [level(rows.map(\.id)), derivedSpec()]
    case .previousTwo:
      return (0..<(4 + random.below(10))).map { _ in
        let last = nodes.suffix(2)
        return derivedSpec(.add(.read(last[last.startIndex]), .read(last[last.startIndex + 1])))
      }
    case .selector:
      return (1..<stored.count).map { row in
        derivedSpec(
          .ifElse(
            .greater(.read(stored[0]), .constant(row - 4)), .read(stored[row]),
            .index(.read(stored[0]), stored)))
      }
    }
  }

  /// A derived value that picks a node of a row.
  private mutating func level(_ row: [Int]) -> DerivedSpec {
    let pick = Expression.index(.read(stored[random.below(stored.count)]), row)
    let spec = DerivedSpec(id: newID(), expression: pick, form: .multilevel)
    derived.append(spec.id)
    note(spec.id, reads: spec.mentions)
    return spec
  }
}
