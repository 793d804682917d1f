/// What a script must do, by the laws and as naively as possible: no subscriptions, no staleness.
/// Whether a node must compute is found by looking again at everything it read the last time.
final class Oracle {
  var nodes: [Int: Node] = [:]
  private(set) var handles: Set<Int> = []
  /// In order of creation.
  private(set) var effects: [Int] = []
  var step = Step()
  var readers: [Reader] = []
  private var woken: Set<Int> = []
  private var queue: [Int] = []
  private var depth = 0
  private var stamp = 0
  /// How often a stored value has changed; only then does anything have to be looked at again.
  var changes = 0
  var locals = 0
  private var made = 0

  func perform(_ operation: Operation) -> Step {
    step = Step()
    apply(operation)
    let reachable = reachable()
    step.liveNodes = reachable.count
    for id in nodes.keys where id < 0 && !reachable.contains(id) { nodes[id] = nil }
    return step
  }

  func apply(_ operation: Operation) {
    switch operation {
    case .stored(let spec): make(spec)
    case .derive(let spec): make(spec)
    case .observe(let spec): make(spec)
    case .write(let id, let value): write(id, value)
    case .rewrite(let id): if let value = payload(id) { write(id, value) }
    case .flip(let id): if let value = payload(id) { write(id, value > 0 ? 0 : 1) }
    case .modify(let id, let value): modify(id, value)
    case .batch(let inside), .failingBatch(let inside): turn { inside.forEach(apply) }
    case .excursion(let id, let value, let inside):
      guard let old = payload(id) else { return }
      turn { ([.write(id, value)] + inside + [.write(id, old)]).forEach(apply) }
    case .read(let id), .peek(let id):
      if handles.contains(id) { step.events.append(.read(id, fresh(id).outcome)) }
    case .readAll: for id in handles.sorted() where id < 9_000 { apply(.read(id)) }
    case .drop(let id): handles.remove(id)
    case .cancel(let id): effects.removeAll { $0 == id }
    case .dropUpdater(let updater): effects.removeAll { nodes[$0]?.effect?.updater == updater }
    }
  }

  // MARK: - Making

  func add(_ id: Int) -> Node {
    let node = Node()
    made += 1
    node.order = made
    nodes[id] = node
    return node
  }

  private func make(_ spec: StoredSpec) {
    guard nodes[spec.id] == nil else { return }
    let node = add(spec.id)
    node.isAlways = spec.isAlways
    node.now = Version(outcome: .value(spec.value), stamp: 0)
    handles.insert(spec.id)
  }

  private func make(_ spec: DerivedSpec) {
    guard nodes[spec.id] == nil, handles.isSuperset(of: spec.mentions) else { return }
    let node = add(spec.id)
    node.derived = spec
    node.mentions = spec.mentions
    node.isAlways = spec.isAlways
    handles.insert(spec.id)
  }

  private func make(_ spec: EffectSpec) {
    guard nodes[spec.id] == nil, handles.isSuperset(of: spec.mentions) else { return }
    let node = add(spec.id)
    node.effect = spec
    node.mentions = spec.mentions
    effects.append(spec.id)
    turn {
      for input in spec.inputs ?? [] { _ = fresh(input) }
      run(spec)
    }
  }

  // MARK: - Changing

  private func payload(_ id: Int) -> Int? {
    guard handles.contains(id), let node = nodes[id], node.derived == nil,
      case .value(let value)? = node.now?.outcome
    else { return nil }
    return value
  }

  func write(_ id: Int, _ value: Int) {
    guard payload(id) != nil, let node = nodes[id] else { return }
    turn {
      guard publish(node, .value(value)) else { return }
      changes += 1
      wake(below: id)
    }
  }

  private func modify(_ id: Int, _ value: Int) {
    guard payload(id) != nil, let node = nodes[id] else { return }
    node.isEdited = depth > 0
    turn {
      if node.start == nil { node.start = node.now }
      stamp += 1
      changes += 1
      node.now = Version(outcome: .value(value), stamp: stamp)
      wake(below: id)
    }
  }

  /// Makes an outcome the value; says whether it is a change. What comes back to the value with which
  /// the turn began has not changed.
  func publish(_ node: Node, _ outcome: Outcome) -> Bool {
    if let now = node.now, node.isUnchanged(now.outcome, outcome) { return false }
    if depth > 0, node.start == nil { node.start = node.now }
    stamp += 1
    node.now = Version(outcome: outcome, stamp: stamp)
    if let start = node.start, node.isUnchanged(start.outcome, outcome) { node.now = start }
    return true
  }

  private func wake(below id: Int) {
    var seen: Set<Int> = []
    func reaches(_ node: Int) -> Bool {
      seen.insert(node).inserted
        && nodes[node]?.trace.contains { $0.node == id || reaches($0.node) } ?? false
    }
    for effect in effects where !woken.contains(effect) {
      seen = []
      guard reaches(effect) else { continue }
      woken.insert(effect)
      queue.append(effect)
    }
  }

  // MARK: - Turns

  private func turn(_ body: () -> Void) {
    depth += 1
    body()
    if depth == 1 {
      for (id, node) in nodes where node.isEdited { settleEdit(id, node) }
      flush()
      for node in nodes.values { node.start = nil }
    }
    depth -= 1
  }

  /// An in-place edit inside a batch is compared at its end; who saw the same value saw no change.
  private func settleEdit(_ id: Int, _ node: Node) {
    node.isEdited = false
    guard let start = node.start, let now = node.now, node.isUnchanged(start.outcome, now.outcome)
    else { return }
    node.now = start
    changes += 1
    for reader in nodes.values {
      for (index, entry) in reader.trace.enumerated()
      where entry.node == id && entry.version.stamp == now.stamp {
        reader.trace[index].version = start
      }
    }
  }

  private func flush() {
    while !queue.isEmpty {
      let round = queue.sorted { nodes[$0]?.order ?? 0 < nodes[$1]?.order ?? 0 }
      queue = []
      for id in round where woken.remove(id) != nil && effects.contains(id) {
        if let node = nodes[id], let spec = node.effect, hasChangedInput(node) { run(spec) }
      }
    }
  }

  private func run(_ spec: EffectSpec) {
    guard let node = nodes[spec.id] else { return }
    node.runs += 1
    let run = node.runs
    trace(node, spec.inputs == nil ? .tracked([]) : .nobody) {
      step.events.append(.ran(spec.id, outcome(spec.expression)))
      for action in spec.actions where action.run == 0 || action.run == run { perform(action.deed) }
    }
  }
}
