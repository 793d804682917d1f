/// A naive model of the behaviour of a script, by the laws: without subscriptions or staleness.
///
/// A node must compute if a check of everything that it read the last time finds a change.
///
/// This file defines the operations and the work of a write. The other files are named for their
/// subjects: `Making`, `Turns`, `Effects`, `Transactions`, `Layers` and `Computing`.
final class Oracle {
  var nodes: [Int: Node] = [:]
  var handles: Set<Int> = []
  /// The living effects, in order of creation.
  var effects: [Int] = []
  var crews: [Int: Crew] = [:]
  var step = Step()
  var readers: [Reader] = []
  /// The open transactions, innermost last.
  var journals: [Journal] = []
  /// Work for the time when the rollback has restored everything.
  var afterRollback: [() -> Void] = []
  var woken: Set<Int> = []
  var queue: [Int] = []
  /// The number of open turns: batches, transactions and effects are turns, too.
  var depth = 0
  var keepDepth = 0
  /// The number of running effects, one inside the other.
  var running = 0
  /// The outcome of each version, by its stamp.
  var outcomes: [Outcome] = []
  /// Nodes that may compute once more than necessary.
  var leeway: Set<Int> = []
  /// The number of changes of stored values: nodes are checked again only after a change.
  var changes = 0
  var made = 0
  var locals = 0
  /// The values that functions of layers receive for the property that they lie over.
  var given: [Int: Int] = [:]
  /// The newest layer under each number of the script.
  var layers: [Int: Int] = [:]
  /// Layers with the moments at which they end.
  var deadlines: [(time: Int, layer: Int)] = []
  var time = 0

  func perform(_ operation: Operation) -> Step {
    step = Step()
    apply(operation)
    let reachable = reachable()
    step.liveNodes = count(reachable)
    step.alarms = alarms(reachable)
    let paused = crews.values.filter(\.isPaused)
    let seen = paused.flatMap { crew in
      crew.witnesses.filter { isKept($0.value) }
        .flatMap { stamp, witness in [witness.node] + members(of: outcomes[stamp]) }
    }
    let kept = seen.isEmpty ? reachable : self.reachable(from: seen)
    step.mostLiveNodes = count(kept)
    step.mostAlarms = alarms(kept)
    effects.removeAll { $0 < 0 && !kept.contains($0) }
    for id in nodes.keys where id < 0 && !kept.contains(id) { nodes[id] = nil }
    return step
  }

  /// The number of the given nodes that are layers and wait for the clock.
  private func alarms(_ ids: Set<Int>) -> Int {
    deadlines.count { isLaid($0.layer) && ids.contains($0.layer) }
  }

  /// The number of the given nodes that the library has, too.
  private func count(_ ids: Set<Int>) -> Int {
    ids.count { nodes[$0]?.isInLibrary == true }
  }

  func apply(_ operation: Operation) {
    switch operation {
    case .stored(let spec): make(spec, .stored)
    case .connectable(let spec): make(spec, .connectable)
    case .list(let spec): make(spec)
    case .derive(let spec): make(spec)
    case .observe(let spec): make(spec)
    case .write(let id, let value): write(id, value)
    case .rewrite(let id): if let value = payload(id) { write(id, value) }
    case .flip(let id): if let value = payload(id) { write(id, value > 0 ? 0 : 1) }
    case .modify(let id, let value):
      if payload(id) != nil { replace(id, .value(value), isEdit: true) }
    case .touch(let id): touch(id)
    case .watch: break
    case .rearrange(let id, let change): rearrange(id, change)
    case .connection(let id, let connection): connect(id, connection)
    case .recalculate(let id): recalculate(id)
    case .tentative(let spec): make(spec)
    case .lay(let spec): lay(spec)
    case .endLayer(let id, _): if let layer = layers[id] { end(layer) }
    case .revert(let id): revert(id)
    case .isActive(let id):
      if let layer = layers[id] {
        step.events.append(.read(id, .value(isActive(layer) ? 1 : 0)))
      }
    case .advance(let time): advance(time)
    case .batch(let inside), .failingBatch(let inside): batch(inside)
    case .transaction(let inside): transaction { inside.forEach(apply) }
    case .failingTransaction(let inside): transaction(fails: true) { inside.forEach(apply) }
    case .excursion(let id, let value, let inside):
      guard let old = payload(id) else { return }
      batch([.write(id, value)] + inside + [.write(id, old)])
    case .read(let id), .peek(let id):
      if handles.contains(id) { step.events.append(.read(id, shown(id))) }
    case .readAll: for id in handles.sorted() { apply(.read(id)) }
    case .drop(let id): handles.remove(id)
    case .cancel(let id): cancel(id)
    case .dropUpdater(let updater):
      guard let crew = crews.removeValue(forKey: updater) else { return }
      calling(crew) { crew.isReleased = true }
    case .pause(let updater):
      if let crew = crews[updater] { calling(crew) { setPaused(crew, true) } }
    case .unpause(let updater):
      if let crew = crews[updater] { calling(crew) { setPaused(crew, false) } }
    }
  }

  // MARK: - Changing

  /// The value of a stored number that has a handle.
  func payload(_ id: Int) -> Int? {
    guard handles.contains(id), nodes[id]?.kind == .stored,
      case .value(let value)? = nodes[id]?.now?.outcome
    else { return nil }
    return value
  }

  func write(_ id: Int, _ value: Int) {
    if payload(id) != nil { replace(id, .value(value)) }
  }

  func version(_ outcome: Outcome) -> Version {
    outcomes.append(outcome)
    return Version(outcome: outcome, stamp: outcomes.count - 1)
  }

  /// Replaces the value of a node that does not compute.
  ///
  /// An edit in place is compared later or never, unless the node's own rule is asked at once.
  func replace(_ id: Int, _ outcome: Outcome, isEdit: Bool = false) {
    guard let node = nodes[id], node.now != nil else { return }
    let isPlain = !isEdit && depth == 0 && node.kind == .stored
    let isEdit = isEdit && !(node.isCoarse && (keepDepth == 0 || running > 0))
    turn {
      if isPlain { node.origin = node.now }
      if isEdit {
        if !node.isAlways { keepForComparison(node) }
        node.now = version(outcome)
      } else if !publish(node, outcome) {
        return
      }
      didChange(id)
    }
  }

  private func touch(_ id: Int) {
    guard handles.contains(id), let node = nodes[id], node.kind == .stored, let now = node.now
    else { return }
    turn {
      node.hasNoStart = node.hasNoStart || node.start != nil
      node.seen = nil
      node.origin = nil
      node.touches += 1
      node.now = version(now.outcome)
      didChange(id)
    }
  }

  private func rearrange(_ id: Int, _ change: Rearrangement) {
    guard handles.contains(id), nodes[id]?.kind == .stored, change.mentions.allSatisfy(isNumber),
      case .list(var members, _)? = nodes[id]?.now?.outcome
    else { return }
    change.apply(to: &members) { $0 }
    replace(id, .list(members), isEdit: change.isEdit)
  }

  private func recalculate(_ id: Int) {
    guard handles.contains(id), let node = nodes[id], node.kind == .manual else { return }
    replace(id, calculation(node))
  }

  private func connect(_ id: Int, _ connection: Connection) {
    let target = resolve(id)
    guard handles.contains(id), id == target, let node = nodes[id], node.kind == .connectable
    else { return }
    switch connection {
    case .connect(let source):
      guard isNumber(source), node.expression != .read(source) else { return }
      if reaches(resolve(source), id) { step.reports += 1 } else { show(.read(source), node) }
    case .constant(let value): show(.constant(value), node)
    case .disconnect:
      if case .read = node.expression, case .value(let value) = fresh(id).outcome {
        show(.constant(value), node)
      }
    }
  }

  /// Whether a node depends on another, by its last reads; for a declared node also by its inputs.
  private func reaches(_ from: Int, _ target: Int) -> Bool {
    guard from != target, let node = nodes[from] else { return from == target }
    return (node.inputs ?? node.trace.map(\.node)).contains { reaches($0, target) }
  }

  private func show(_ expression: Expression, _ node: Node) {
    node.expression = expression
    node.mentions = expression.mentions
    node.trace = []
    node.isInvalid = true
    if node.now != nil { turn { didChange(node.id) } }
  }

  func didChange(_ id: Int) {
    changes += 1
    wake(below: id)
  }
}
