import Upkeep

/// The source of a store: a whole state, or a part of one.
class StoreSource<State, Action>: SourceLink {
  let property: Property<State>
  let engine: StoreEngine
  private var watchers = Listeners<Commit<State, Action>>() {
    didSet { isWatched = !watchers.isEmpty }
  }
  // SAFETY: a byte, read and written whole.
  /// The source has watchers.
  ///
  /// A stored flag, because unspecialized code would look up the list's type for each check.
  @exclusivity(unchecked) private(set) final var isWatched = false

  /// The properties of fields of this state.
  private(set) final lazy var fields = FieldTable(of: engine)

  /// Whether the part that this source shows exists; nil if it always does.
  let presence: Property<Bool>?

  init(
    _ property: Property<State>, _ engine: StoreEngine, in outer: SourceLink? = nil,
    presence: Property<Bool>? = nil
  ) {
    self.property = property
    self.engine = engine
    self.presence = presence
    super.init(outer)
  }

  /// Cancels all effects that run or wait under an identity; in a row, only effects of the row.
  func cancel(id: AnyHashable) {
    var (id, step) = (id, self as SourceLink)
    while true {
      if step.isReplaced { return }
      if let row = step.row { id = AnyHashable(RowIdentity(row: row, id: id)) }
      guard let outer = step.outer else { break }
      step = outer
    }
    step.cancel(id)
  }

  /// Sends an action; its cause is the hook that runs, or else `.user`.
  func send(_ action: Action) -> Run? { send([action], Origin()) }

  /// Sends actions as one change; their cause is the hook that runs, or else `.user`.
  func sendAll(_ actions: [Action]) -> Run? { send(actions, Origin()) }

  /// Sends actions as one change.
  func send(_ actions: [Action], _ origin: Origin) -> Run? { nil }

  /// Changes the state without an action.
  func write(_ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void) {}

  /// Returns a property that shows a field.
  ///
  /// Calls with the same field return the same property as long as that property is in use.
  func field<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    fields.property(field, of: property)
  }

  // MARK: - Without types

  final override var isHeard: Bool { isWatched }

  final override func tell(
    _ actions: Any, _ index: Int, _ cause: StoreEvent.Cause, _ old: Any, _ new: Any
  ) {
    guard isWatched, let actions = actions as? [Action], let old = old as? State,
      let new = new as? State
    else { return }
    tell(Commit(action: actions[index], cause: cause, previous: old, state: new))
  }

  final override func sendAny(_ actions: Any, _ origin: Origin) -> Run? {
    (actions as? [Action]).flatMap { send($0, origin) }
  }

  final override func writeAny(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (Any) -> Any?
  ) {
    write(cause, animation) { state in
      if let new = edit(state) as? State { state = new }
    }
  }

  /// Sends actions through a long chain of narrowings, step by step.
  final func sendInSteps(_ actions: [Action], _ origin: Origin) -> Run? {
    let (list, base) = wayOut
    var (actions, origin) = (actions as Any, origin)
    for step in list {
      if step.isReplaced { return nil }
      origin.pass(step, actions)
      actions = step.outward(actions)
    }
    return base.sendAny(actions, origin)
  }

  /// Changes a part behind a long chain of narrowings, step by step.
  final func writeInSteps(
    _ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void
  ) {
    let (list, base) = wayOut
    base.writeAny(cause, animation) { whole in
      var states = [whole]
      for step in list.reversed() {
        guard let last = states.last, let part = step.part(of: last) else { return nil }
        states.append(part)
      }
      guard var part = states.popLast() as? State else { return nil }
      edit(&part)
      var result: Any = part
      for step in list {
        guard let state = states.popLast(), let whole = step.whole(state, with: result) else {
          return nil
        }
        result = whole
      }
      return result
    }
  }

  // MARK: - Watching

  /// Calls a closure for each action that was sent through this source and carried out.
  ///
  /// Called before observers see the result. The source of a whole state also reports writes.
  final func watch(
    _ hear: @escaping (Commit<State, Action>) -> Void
  ) -> Listener<Commit<State, Action>> { watchers.add(hear) }

  final func stopWatching(_ watcher: Listener<Commit<State, Action>>) {
    let hear = watchers.remove(watcher)
    withExtendedLifetime(hear) {}
  }

  final func tell(_ commit: Commit<State, Action>) {
    for watcher in watchers.all { watcher.hear?(commit) }
  }
}
