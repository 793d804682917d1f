import Upkeep

/// Runs scripts with the library.
final class Machine {
  /// The living closures of derived values and effects.
  final class Closures {
    var count = 0
  }

  var handles: [Int: Handle] = [:]
  var step = Step()
  let closures = Closures()
  private var made: Set<Int> = []
  /// The last value that each liveness handler received.
  private(set) var told: [Int: Bool] = [:]
  var tokens: [Int: EffectToken] = [:]
  var updaters: [Int: Updater] = [:]
  var layers: [Int: TentativeLayer] = [:]
  let clock = ManualClock(name: "clock")
  /// A clock that nobody advances.
  let stillClock = ManualClock()
  /// Whether properties and updaters are dropped where their owner does not run.
  private let dropsElsewhere: Bool
  /// The outer property of multilevel properties whose closures do the reading.
  let outer = Property.constant(0)
  private let nodesBefore = Inspection.counts.nodes

  init(dropsElsewhere: Bool = false) { self.dropsElsewhere = dropsElsewhere }

  /// The node blocks taken since the machine was made.
  var liveNodes: Int { Inspection.counts.nodes - nodesBefore }

  func perform(_ operation: Operation) -> Step {
    step = Step()
    withMisuseHandler({ _ in self.step.reports += 1 }, { apply(operation) })
    step.liveNodes = liveNodes
    step.alarms = clock.alarmCount
    return step
  }

  func apply(_ operation: Operation) {
    switch operation {
    case .stored(let spec): make(spec)
    case .list(let spec): make(spec)
    case .connectable(let spec): make(connectable: spec)
    case .derive(let spec): make(spec)
    case .observe(let spec): make(spec)
    case .write(let id, let value): stored(id)?.value = value
    case .rewrite(let id): if let property = stored(id) { property.value = property.peek() }
    case .flip(let id):
      if let property = stored(id) { property.value = property.peek() > 0 ? 0 : 1 }
    case .modify(let id, let value): stored(id)?.modify { $0 = value }
    case .touch(let id): touch(id)
    case .watch(let id): watch(id)
    case .rearrange(let id, let change): rearrange(id, change)
    case .connection(let id, let connection): connect(id, connection)
    case .recalculate(let id):
      (handles[id] as? ManuallyRecalculatedDerivedProperty<Int>)?.recalculate()
    case .tentative(let spec): make(spec)
    case .lay(let spec): lay(spec)
    case .endLayer(let id, true): layers[id]?.confirm()
    case .endLayer(let id, false): layers[id]?.fail()
    case .revert(let id): tentative(id)?.revertTentative()
    case .isActive(let id):
      if let layer = layers[id] { step.events.append(.read(id, .value(layer.isActive ? 1 : 0))) }
    case .advance(let time): clock.advance(by: .seconds(time))
    case .batch(let inside): batch { inside.forEach(apply) }
    case .failingBatch(let inside): try? batch { try fail(after: inside) }
    case .transaction(let inside): transaction { inside.forEach(apply) }
    case .failingTransaction(let inside): try? transaction { try fail(after: inside) }
    case .excursion(let id, let value, let inside):
      guard let property = stored(id) else { return }
      let old = property.peek()
      batch { ([.write(id, value)] + inside + [.write(id, old)]).forEach(apply) }
    case .read(let id):
      if let handle = handles[id] { step.events.append(.read(id, handle.outcome(isPeek: false))) }
    case .peek(let id):
      if let handle = handles[id] { step.events.append(.read(id, handle.outcome(isPeek: true))) }
    case .readAll: for id in handles.keys.sorted() { apply(.read(id)) }
    case .drop(let id): letGo(of: Parcel(handles.removeValue(forKey: id)))
    case .cancel(let id): tokens[id]?.cancel()
    case .dropUpdater(let updater): letGo(of: Parcel(updaters.removeValue(forKey: updater)))
    case .pause(let updater): updaters[updater]?.pause()
    case .unpause(let updater): updaters[updater]?.unpause()
    }
  }

  /// Releases everything.
  func finish() {
    updaters = [:]
    tokens = [:]
    handles = [:]
    layers = [:]
  }

  // SAFETY: touched only by the thread that releases the content.
  /// Carries an object to the thread that releases it.
  private final class Parcel: @unchecked Sendable {
    var content: Any?
    init(_ content: Any?) { self.content = content }
  }

  /// Releases an object, on another thread if `dropsElsewhere`.
  private func letGo(of parcel: Parcel) {
    if dropsElsewhere { withStack(bytes: 1 << 20) { parcel.content = nil } }
  }

  // MARK: - Making

  private func make(_ spec: StoredSpec) {
    guard made.insert(spec.id).inserted else { return }
    let name = "s\(spec.id)"
    let coarse = ChangeRule<Int> { ($1 - $0).magnitude > 1 }
    let rule: ChangeRule<Int>? =
      if spec.isAlways { .always } else if spec.isCoarse { coarse } else {
        // An explicit `.automatic` is the rule of the type: the property has no rule of its own.
        spec.id.isMultiple(of: 3) ? .automatic : nil
      }
    handles[spec.id] =
      rule.map { StoredProperty(spec.value, changes: $0, name: name) }
      ?? StoredProperty(spec.value, name: name)
  }

  private func make(connectable spec: StoredSpec) {
    guard made.insert(spec.id).inserted else { return }
    handles[spec.id] = ConnectableProperty(
      spec.value, changes: spec.isAlways ? .always : nil, name: "c\(spec.id)")
  }

  private func make(_ spec: ListSpec) {
    let elements = spec.members.compactMap(element)
    guard elements.count == spec.members.count, made.insert(spec.id).inserted else { return }
    handles[spec.id] = StoredProperty(elements, name: "l\(spec.id)")
  }

  private func make(_ spec: DerivedSpec) {
    guard let needs = spec.needs, needs.numbers.allSatisfy({ handles[$0]?.number != nil }),
      needs.lists.allSatisfy({ list($0) != nil }), let held = take(spec.id, spec.mentions)
    else { return }
    handles[spec.id] = derived(spec, Evaluator(machine: self, handles: held))
  }

  private func make(_ spec: EffectSpec) {
    if spec.isBinding, spec.inputs?.allSatisfy({ stored($0) != nil }) != true { return }
    if spec.kind == .transition, spec.inputs?.first.flatMap({ handles[$0]?.number }) == nil {
      return
    }
    guard let held = take(spec.id, spec.mentions) else { return }
    let updater = updaters[spec.updater] ?? Updater()
    updaters[spec.updater] = updater
    tokens[spec.id] = effect(spec, Evaluator(machine: self, handles: held), updater)
  }

  /// The handles for a closure; nil if a node is missing or the new node exists already.
  func take(_ id: Int, _ mentions: [Int]) -> [Int: Handle]? {
    guard !made.contains(id), let held = held(mentions) else { return nil }
    made.insert(id)
    return held
  }

  /// The handles that a closure holds; nil if a node is missing.
  func held(_ mentions: [Int]) -> [Int: Handle]? {
    guard mentions.allSatisfy({ handles[$0] != nil }) else { return nil }
    return Dictionary(
      uniqueKeysWithValues: mentions.compactMap { id in handles[id].map { (id, $0) } })
  }

  // MARK: - Changing

  func stored(_ id: Int) -> StoredProperty<Int>? { handles[id]?.stored }

  private func list(_ id: Int) -> StoredProperty<[ListElement]>? { handles[id]?.list }

  private func element(_ id: Int) -> ListElement? {
    handles[id]?.number.map { ListElement(id: id, property: $0) }
  }

  private func touch(_ id: Int) {
    stored(id)?.touch()
    list(id)?.touch()
  }

  private func watch(_ id: Int) {
    // A pass-through property shares its parent's handler.
    guard let property = handles[id], !(property is PassThroughProperty<Int>) else { return }
    told[id] = false
    property.livenessHandler = { [unowned self] in told[id] = $0 }
  }

  private func rearrange(_ id: Int, _ change: Rearrangement) {
    let members = change.mentions.compactMap(element)
    guard let list = list(id), members.count == change.mentions.count else { return }
    if change.isEdit {
      list.modify { change.apply(to: &$0) { _ in members[0] } }
    } else {
      var elements = list.peek()
      change.apply(to: &elements) { _ in members[0] }
      list.value = elements
    }
  }

  private func connect(_ id: Int, _ connection: Connection) {
    guard let property = handles[id] as? ConnectableProperty<Int> else { return }
    switch connection {
    case .connect(let source): if let source = handles[source]?.number { property.connect(source) }
    case .constant(let value): property.connect(constant: value)
    case .disconnect: property.disconnect()
    }
  }

  private func fail(after inside: [Operation]) throws {
    inside.forEach(apply)
    throw EvaluationFailed()
  }
}
