/// Makes scripts: the same seed and shape make the same script.
struct Generator {
  var random: Choices
  var stored: [Int] = []
  var derived: [Int] = []
  var effects: [Int] = []
  var connectables: [Int] = []
  var manuals: [Int] = []
  var lists: [Int] = []
  var tentatives: [Int] = []
  /// The stored values below tentative properties.
  var storedParents: [Int: Int] = [:]
  var layers: [Int] = []
  /// Stored values of which every write is a change.
  var restless: Set<Int> = []
  /// Stored values that an effect edits after every change: no two of these may follow each other.
  var tidied: Set<Int> = []
  /// Lists and collections.
  var rows: [Int] = []
  /// The nodes that each node or effect may ever read; for a node also the effects that write it.
  ///
  /// The only cycles are those of two-way bindings, so every flush ends.
  private var edges: [Int: Set<Int>] = [:]
  private var lastID = 0

  var nodes: [Int] { stored + derived }

  static func script(seed: UInt64, shape: ScriptShape) -> [Operation] {
    var generator = Generator(random: Choices(seed: seed))
    return generator.script(shape)
  }

  /// The script that bytes encode: the first byte chooses the shape, each other byte one decision.
  ///
  /// Any bytes encode a script.
  static func script(bytes: [UInt8]) -> [Operation] {
    let shape = ScriptShape.quick[Int(bytes.first ?? 0) % ScriptShape.quick.count]
    var generator = Generator(random: Choices(bytes: Array(bytes.dropFirst())))
    return generator.script(shape)
  }

  private mutating func script(_ shape: ScriptShape) -> [Operation] {
    var operations = graph(shape)
    let isQuick = ScriptShape.quick.contains(shape)
    let readMode = isQuick ? random.below(3) : 2 * random.below(2)
    let isWatched = isQuick && random.chance(25)
    for _ in 0..<(10 + random.below(shape == .rollback ? 10 : isQuick ? 40 : 1))
    where !random.isSpent {
      operations += shape == .rollback ? venture() : operation(depth: 0)
      if isWatched, random.chance(20) { operations.append(.watch(node())) }
      switch readMode {
      case 0: break
      case 1: for id in nodes where random.chance(20) { operations.append(.read(id)) }
      default: operations.append(.readAll)
      }
    }
    return operations
  }

  mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func node() -> Int { nodes[random.below(nodes.count)] }

  // MARK: - Steps

  /// One step, preceded by the steps that it needs.
  mutating func operation(depth: Int) -> [Operation] {
    if random.chance(40) { return newerOperation(depth: depth) }
    let weights = [22, 6, 3, 12, 4, 2, 12, 3, 10, 8, 4, 1, 4, 1, 6, 3]
    switch random.pick(weights) {
    case 0: return writing { .write($0, $1) }
    case 1: return writing { id, _ in .rewrite(id) }
    case 2: return writing { .modify($0, $1) }
    case 3: return depth < 3 ? [.batch(operations(depth))] : []
    case 4:
      let inside = depth < 3 ? operations(depth) : []
      return writing { .excursion($0, $1, inside) }
    case 5: return depth < 3 ? [.failingBatch(operations(depth))] : []
    case 6: return [.read(node())]
    case 7: return [.peek(node())]
    case 8: return [.derive(derivedSpec())]
    case 9: return effect()
    case 10:
      guard derived.count > 1 else { return [] }
      let index = random.below(derived.count)
      return mayDrop(derived[index], depth) ? [.drop(derived.remove(at: index))] : []
    case 11:
      guard stored.count > 2 else { return [] }
      return [.drop(stored.remove(at: random.below(stored.count)))]
    case 12: return effects.isEmpty ? [] : [.cancel(effects[random.below(effects.count)])]
    case 13: return [.dropUpdater(random.below(3))]
    case 14: return writing { id, _ in .flip(id) }
    default: return [.stored(storedSpec())]
    }
  }

  mutating func operations(_ depth: Int) -> [Operation] {
    var operations: [Operation] = []
    for _ in 0..<(1 + random.below(4)) { operations += operation(depth: depth + 1) }
    return operations
  }

  mutating func writing(_ make: (Int, Int) -> Operation) -> [Operation] {
    guard !stored.isEmpty else { return [] }
    return [make(stored[random.below(stored.count)], random.payload())]
  }

  // MARK: - Nodes

  mutating func storedSpec() -> StoredSpec {
    var spec = StoredSpec(id: newID(), value: random.payload(), isAlways: random.chance(5))
    spec.isCoarse = !spec.isAlways && random.chance(12)
    if spec.isAlways { restless.insert(spec.id) }
    stored.append(spec.id)
    return spec
  }

  mutating func derivedSpec(_ given: Expression? = nil) -> DerivedSpec {
    let isDeclared = random.chance(35)
    let expression = calculation(given, canMakeLocals: !isDeclared)
    var spec = DerivedSpec(id: newID(), expression: expression)
    spec.isResult = random.chance(20)
    spec.isAlways = !spec.isResult && random.chance(4)
    if isDeclared { spec.form = form(for: expression) }
    derived.append(spec.id)
    note(spec.id, reads: spec.mentions)
    return spec
  }

  mutating func calculation(_ given: Expression? = nil, canMakeLocals: Bool) -> Expression {
    var expression = given ?? self.expression(2, canMakeLocals: canMakeLocals)
    if random.chance(80) { expression = .clamp(expression, -3, 3) }
    if random.chance(1), let target = stored.randomElement(using: &random) {
      expression = .add(expression, .write(target, random.payload()))
    }
    return expression
  }

  private mutating func form(for expression: Expression) -> DerivedSpec.Form {
    var inputs = expression.reads
    inputs.shuffle(using: &random)
    if random.chance(3), inputs.count > 1 { inputs.removeLast() }
    if random.chance(10) { inputs.append(node()) }
    if random.chance(10), let first = inputs.first { inputs.append(first) }
    if inputs.isEmpty { return .tracked }
    return inputs.count <= 3 && random.chance(50) ? .packed(inputs) : .listed(inputs)
  }

  // MARK: - Effects

  /// An effect, preceded by the stored value that it writes if that is new.
  mutating func effect(reading given: Expression? = nil) -> [Operation] {
    var spec = plainEffect(given ?? .read(node()))
    var before: [Operation] = []
    if random.chance(25) {
      let value = expression(1)
      note(spec.id, reads: value.mentions)
      let target = target(of: spec.id, &before)
      let isEdit = random.chance(45)
      spec.actions.append(
        Action(run: 0, deed: isEdit ? .edit(target, value) : .write(target, value)))
    }
    addKind(to: &spec)
    addDeeds(to: &spec)
    before += addUndertaking(to: &spec)
    return before + [.observe(spec)]
  }

  mutating func plainEffect(_ first: Expression) -> EffectSpec {
    let isDeclared = random.chance(25)
    let more = expression(1, canMakeLocals: !isDeclared)
    let expression = random.chance(60) ? first : .add(first, more)
    var spec = EffectSpec(id: newID(), updater: random.below(3), expression: expression)
    if isDeclared { spec.inputs = expression.reads.isEmpty ? nil : expression.reads }
    effects.append(spec.id)
    note(spec.id, reads: spec.mentions)
    return spec
  }

  /// A stored number that an effect may write, made anew if there is none.
  mutating func target(of effect: Int, _ before: inout [Operation]) -> Int {
    let targets = stored.filter { !reaches(effect, $0) }
    // If two effects write one value, the order matters in which its readers compute.
    var chosen = random.chance(50) ? targets.randomElement(using: &random) : nil
    if chosen == nil {
      let spec = storedSpec()
      before.append(.stored(spec))
      chosen = spec.id
    }
    note(chosen ?? 0, reads: [effect])
    return chosen ?? 0
  }

  // MARK: - Rights to read

  mutating func note(_ id: Int, reads: [Int]) { edges[id, default: []].formUnion(reads) }

  func reaches(_ from: Int, _ target: Int) -> Bool {
    var seen: Set<Int> = []
    var pending = [from]
    while let id = pending.popLast() {
      if id == target { return true }
      if seen.insert(id).inserted { pending += edges[id] ?? [] }
    }
    return false
  }
}
