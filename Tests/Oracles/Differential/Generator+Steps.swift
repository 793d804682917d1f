/// Steps with kinds of properties and effects beyond the basic ones.
extension Generator {
  /// Some properties of these kinds, for the graph at the beginning of a script.
  mutating func additions() -> [Operation] {
    var operations: [Operation] = []
    for _ in 0..<random.below(6) { operations += addition() }
    if !rows.isEmpty, random.chance(60) {
      operations += effect(reading: .sum(rows[random.below(rows.count)]))
    }
    return operations
  }

  /// One step with such properties, preceded by the steps that it needs.
  mutating func newerOperation(depth: Int) -> [Operation] {
    switch random.pick([12, 12, 5, 16, 16, 6, 5, 7, 14, 10, 6, 36]) {
    case 0: return depth < 3 ? [.transaction(operations(depth))] : []
    case 1: return depth < 3 ? [.failingTransaction(operations(depth))] : []
    case 2:
      let targets = stored + lists
      return [.touch(targets[random.below(targets.count)])]
    case 3: return connection()
    case 4: return rearrangement()
    case 5:
      guard !manuals.isEmpty else { return addition() }
      return [.recalculate(manuals[random.below(manuals.count)])]
    case 6: return [.pause(random.below(3))]
    case 7: return [.unpause(random.below(3))]
    case 8: return addition()
    case 9:
      switch random.below(4) {
      case 0: return binding()
      case 1: return lap()
      case 2: return tidying()
      default: return transition()
      }
    case 10: return depth < 3 ? intermission(depth) : []
    default: return layering()
    }
  }

  /// Changes while an updater is paused; often the values end as they began.
  private mutating func intermission(_ depth: Int) -> [Operation] {
    let updater = random.below(3)
    // The value is often an element of a list.
    let elements = stored.filter { id in lists.contains { reaches($0, id) } }
    let candidates = elements.isEmpty || random.chance(50) ? stored : elements
    let flipped = candidates[random.below(candidates.count)]
    let isUndone = random.chance(60)
    return [.flip(flipped), .pause(updater), .flip(flipped)] + operations(depth)
      + (isUndone ? [.flip(flipped), .unpause(updater)] : [.unpause(updater)])
  }

  // MARK: - Making

  mutating func addition() -> [Operation] {
    let numbers = (0..<(1 + random.below(3))).map { _ in node() }
    switch random.pick([2, 2, 3, 3, 3, 2, 3, 5]) {
    case 0: return [derive(.passThrough, .read(node()))]
    case 1: return [derive(.ruledPassThrough, .read(node()))]
    case 2: return [derive(.multilevel, .index(.read(node()), numbers))]
    case 3: return [derive(.multilevelOptional, .index(.read(node()), numbers))]
    case 4: return connectable()
    case 5:
      let spec = derive(.manual, calculation(canMakeLocals: true))
      if let id = derived.last { manuals.append(id) }
      return [spec]
    case 7: return [tentative()]
    default:
      let list = newID()
      lists.append(list)
      rows.append(list)
      note(list, reads: numbers)
      let collection = derive(.collection, .read(list))
      return [.list(ListSpec(id: list, members: numbers)), collection]
    }
  }

  mutating func connectable() -> [Operation] {
    let id = newID()
    connectables.append(id)
    derived.append(id)
    return [.connectable(StoredSpec(id: id, value: random.payload(), isAlways: random.chance(5)))]
  }

  private mutating func derive(_ form: DerivedSpec.Form, _ expression: Expression) -> Operation {
    var spec = DerivedSpec(id: newID(), expression: expression, form: form)
    if form == .collection { rows.append(spec.id) } else { derived.append(spec.id) }
    spec.isAlways = form != .collection && random.chance(form == .ruledPassThrough ? 30 : 5)
    note(spec.id, reads: spec.mentions)
    return .derive(spec)
  }

  mutating func binding() -> [Operation] {
    let first = stored[random.below(stored.count)]
    let second = stored[random.below(stored.count)]
    if reaches(first, second) || reaches(second, first) { return [] }
    if tidied.contains(first) || tidied.contains(second) { return [] }
    let spec = EffectSpec(
      id: newID(), updater: random.below(3), expression: .constant(0), inputs: [first, second],
      kind: .bind(isLossy: random.chance(40)))
    effects.append(spec.id)
    note(spec.id, reads: [first, second])
    note(first, reads: [spec.id])
    note(second, reads: [spec.id])
    return [.observe(spec)]
  }

  /// An effect that writes its own input once and is woken, paused and unpaused in one batch.
  ///
  /// A second effect sees how far the first one has come.
  mutating func lap() -> [Operation] {
    guard let input = stored.randomElement(using: &random) else { return [] }
    var spec = EffectSpec(id: newID(), updater: random.below(3), expression: .read(input))
    if random.chance(25) { spec.inputs = [input] }
    let value = Expression.constant(random.payload())
    spec.actions = [
      Action(run: 2, deed: random.chance(50) ? .write(input, value) : .edit(input, value))
    ]
    effects.append(spec.id)
    note(spec.id, reads: [input])
    note(input, reads: [spec.id])
    return [
      .observe(spec), .observe(plainEffect(.read(input))),
      .batch([.write(input, random.payload()), .pause(spec.updater), .unpause(spec.updater)]),
    ]
  }

  /// An effect that edits its own input, as if it sorted a list, and an effect that reads the
  /// result.
  mutating func tidying() -> [Operation] {
    guard let input = stored.randomElement(using: &random), !restless.contains(input),
      !tidied.contains(where: { reaches($0, input) || reaches(input, $0) })
    else { return [] }
    tidied.insert(input)
    var spec = plainEffect(.read(input))
    spec.expression = .read(input)
    if spec.inputs != nil { spec.inputs = [input] }
    let value = random.payload()
    spec.actions = [Action(run: 0, deed: .perform(.modify(input, value)))]
    note(input, reads: [spec.id])
    return [.observe(spec), .observe(plainEffect(.read(input)))]
  }

  /// An effect on transitions, often followed by an effect that sets the value back.
  mutating func transition() -> [Operation] {
    let input = node()
    var spec = EffectSpec(
      id: newID(), updater: random.below(3), expression: .read(input), inputs: [input],
      kind: .transition)
    effects.append(spec.id)
    note(spec.id, reads: [input])
    var before: [Operation] = []
    if random.chance(30) {
      let target = target(of: spec.id, &before)
      spec.actions = [
        Action(run: random.below(3), deed: .write(target, .constant(random.payload())))
      ]
    }
    return before + [.observe(spec)]
  }

  // MARK: - Changing

  mutating func connection() -> [Operation] {
    guard !connectables.isEmpty else { return addition() }
    let id = connectables[random.below(connectables.count)]
    return [.connection(id, connection(of: id))]
  }

  private mutating func connection(of id: Int) -> Connection {
    switch random.pick([60, 15, 15, 10]) {
    case 0:
      if random.chance(3) { return .connect(id) }
      let source = node()
      if reaches(source, id) { return .constant(random.payload()) }
      note(id, reads: [source])
      return .connect(source)
    case 2: return .disconnect
    default: return .constant(random.payload())
    }
  }

  private mutating func rearrangement() -> [Operation] {
    guard !lists.isEmpty else { return addition() }
    let list = lists[random.below(lists.count)]
    let member = node()
    switch random.pick([8, 6, 4, 3, 1]) {
    case 0:
      if reaches(member, list) { return [.rearrange(list, .remove(at: 0))] }
      note(list, reads: [member])
      return [.rearrange(list, .insert(member, at: random.below(4)))]
    case 1: return [.rearrange(list, .remove(at: random.below(4)))]
    case 2: return [.rearrange(list, .move(from: random.below(4), to: random.below(4)))]
    case 3: return [.rearrange(list, .duplicate(at: random.below(4)))]
    default: return [.rearrange(list, .clear)]
    }
  }

  // MARK: - In effects

  mutating func addKind(to spec: inout EffectSpec) {
    switch random.pick([80, 8, 4, 8]) {
    case 1:
      spec.kind = .failing
      spec.expression = .failIf(spec.expression)
    case 2:
      spec.kind = .orThrow
      spec.inputs = nil
      spec.expression = .failIf(spec.expression)
    case 3:
      spec.kind = .when
      spec.inputs = nil
    default: break
    }
  }

  /// Adds deeds to an effect, for one of its later runs or for all runs.
  mutating func addDeeds(to spec: inout EffectSpec) {
    func add(_ run: Int, _ operation: Operation) {
      spec.actions.append(Action(run: run, deed: .perform(operation)))
    }
    if random.chance(8), let other = effects.randomElement(using: &random) {
      add(2 + random.below(3), .cancel(other))
    }
    if random.chance(8) {
      let inner = plainEffect(.read(node()))
      add(random.below(4), .observe(inner))
    }
    if random.chance(3) { add(2 + random.below(3), .dropUpdater(random.below(3))) }
    let dropped = node()
    if random.chance(6), mayDrop(dropped, 1) { add(2 + random.below(3), .drop(dropped)) }
    if random.chance(6) { add(1 + random.below(3), .pause(random.below(3))) }
    if random.chance(6) { add(random.below(3), .unpause(random.below(3))) }
    if random.chance(6) {
      let (run, updater) = (random.below(4), random.below(3))
      add(run, .pause(updater))
      add(run, .unpause(updater))
    }
  }

  /// Adds a transaction or a new connection inside an effect; returns the steps that it needs.
  mutating func addUndertaking(to spec: inout EffectSpec) -> [Operation] {
    var before: [Operation] = []
    if random.chance(10) {
      let written = target(of: spec.id, &before)
      var inside: [Operation] = [
        random.chance(60)
          ? .write(written, random.payload()) : .modify(written, random.payload())
      ]
      if random.chance(40) { inside.append(.observe(plainEffect(.read(node())))) }
      // In its first run an effect does not know its own token yet.
      let others = effects.filter { $0 != spec.id }
      if random.chance(30), let other = others.randomElement(using: &random) {
        inside.append(.cancel(other))
      }
      if random.chance(30) { inside.append(.touch(target(of: spec.id, &before))) }
      inside.shuffle(using: &random)
      let operation =
        random.chance(50) ? Operation.transaction(inside) : .failingTransaction(inside)
      spec.actions.append(Action(run: random.below(3), deed: .perform(operation)))
    }
    let open = connectables.filter { !reaches(spec.id, $0) }
    if random.chance(8), let id = open.randomElement(using: &random) {
      note(id, reads: [spec.id])
      let connection = connection(of: id)
      spec.actions.append(Action(run: random.below(3), deed: .perform(.connection(id, connection))))
    }
    addLayering(to: &spec)
    return before
  }
}
