@testable import Upkeep

/// Does what a script says with the library.
final class Machine {
  /// The closures of derived values and effects that are alive.
  final class Closures {
    var count = 0
  }

  var handles: [Int: Handle] = [:]
  var step = Step()
  let closures = Closures()
  private var made: Set<Int> = []
  private var tokens: [Int: EffectToken] = [:]
  private var updaters: [Int: Updater] = [:]
  private let nodesBefore = Context.current.pointee.nodes.count

  /// Node blocks taken since the machine was made.
  var liveNodes: Int { Context.current.pointee.nodes.count - nodesBefore }

  func perform(_ operation: Operation) -> Step {
    step = Step()
    withMisuseHandler({ _ in self.step.reports += 1 }, { apply(operation) })
    step.liveNodes = liveNodes
    return step
  }

  func apply(_ operation: Operation) {
    switch operation {
    case .stored(let spec): make(spec)
    case .derive(let spec): make(spec)
    case .observe(let spec): make(spec)
    case .write(let id, let value): stored(id)?.value = value
    case .rewrite(let id): if let property = stored(id) { property.value = property.peek() }
    case .flip(let id):
      if let property = stored(id) { property.value = property.peek() > 0 ? 0 : 1 }
    case .modify(let id, let value): stored(id)?.modify { $0 = value }
    case .batch(let inside): batch { inside.forEach(apply) }
    case .failingBatch(let inside):
      try? batch { () throws(EvaluationFailed) in
        inside.forEach(apply)
        throw EvaluationFailed()
      }
    case .excursion(let id, let value, let inside):
      guard let property = stored(id) else { return }
      let old = property.peek()
      batch { ([.write(id, value)] + inside + [.write(id, old)]).forEach(apply) }
    case .read(let id):
      if let handle = handles[id] { step.events.append(.read(id, outcome(handle.read))) }
    case .peek(let id):
      if let handle = handles[id] { step.events.append(.read(id, outcome(handle.peek))) }
    case .readAll: for id in handles.keys.sorted() where id < 9_000 { apply(.read(id)) }
    case .drop(let id): handles[id] = nil
    case .cancel(let id): tokens.removeValue(forKey: id)?.cancel()
    case .dropUpdater(let updater): updaters[updater] = nil
    }
  }

  /// Lets go of everything.
  func finish() {
    updaters = [:]
    tokens = [:]
    handles = [:]
  }

  // MARK: - Making

  private func make(_ spec: StoredSpec) {
    guard made.insert(spec.id).inserted else { return }
    let name = "s\(spec.id)"
    handles[spec.id] = .stored(
      spec.isAlways
        ? StoredProperty(spec.value, changes: .always, name: name)
        : StoredProperty(spec.value, name: name))
  }

  private func make(_ spec: DerivedSpec) {
    guard let held = take(spec.id, spec.mentions) else { return }
    handles[spec.id] = derived(spec, Evaluator(machine: self, handles: held))
  }

  private func make(_ spec: EffectSpec) {
    guard let held = take(spec.id, spec.mentions) else { return }
    let evaluator = Evaluator(machine: self, handles: held)
    let updater = updaters[spec.updater] ?? Updater()
    updaters[spec.updater] = updater
    var runs = 0
    let body = { [unowned self] in
      runs += 1
      step.events.append(.ran(spec.id, outcome { try evaluator.value(spec.expression) }))
      for action in spec.actions where action.run == 0 || action.run == runs {
        perform(action.deed, evaluator)
      }
    }
    let name = "e\(spec.id)"
    if let inputs = spec.inputs {
      let properties = inputs.compactMap { held[$0]?.property }
      tokens[spec.id] = updater.keepUpToDate(dependencies: properties, name: name, body)
    } else {
      tokens[spec.id] = updater.keepUpToDate(name: name, body)
    }
  }

  /// The handles that a closure holds, nil if one is missing or the node was made before.
  private func take(_ id: Int, _ mentions: [Int]) -> [Int: Handle]? {
    guard !made.contains(id), mentions.allSatisfy({ handles[$0] != nil }) else { return nil }
    made.insert(id)
    return Dictionary(
      uniqueKeysWithValues: mentions.compactMap { id in handles[id].map { (id, $0) } })
  }

  // MARK: - Changing

  private func stored(_ id: Int) -> StoredProperty<Int>? {
    if case .stored(let property)? = handles[id] { property } else { nil }
  }

  private func perform(_ deed: Action.Deed, _ evaluator: Evaluator) {
    switch deed {
    case .write(let id, let expression):
      guard let value = try? evaluator.value(expression) else { return }
      stored(id)?.value = max(-3, min(3, value))
    case .cancel(let id): apply(.cancel(id))
    case .observe(let spec): apply(.observe(spec))
    case .drop(let id): apply(.drop(id))
    case .dropUpdater(let updater): apply(.dropUpdater(updater))
    }
  }
}
