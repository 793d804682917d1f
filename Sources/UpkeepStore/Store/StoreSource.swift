import Upkeep

/// What a store stands on: all of a state, or a part of one.
class StoreSource<State, Action> {
  let property: Property<State>
  let engine: StoreEngine
  private var watchers = Listeners<Commit<State, Action>>() {
    didSet { isWatched = !watchers.isEmpty }
  }
  // SAFETY: a byte, read and written whole.
  /// Somebody watches. To ask the list itself, generic code would look up its type.
  @exclusivity(unchecked) private(set) final var isWatched = false

  /// The properties that show fields of this state.
  private(set) final lazy var fields = FieldTable(of: engine.name)

  init(_ property: Property<State>, _ engine: StoreEngine) {
    self.property = property
    self.engine = engine
  }

  /// Sends an action of the user's.
  func send(_ action: Action) -> Run? { send([action], Origin()) }

  /// Sends actions as one change.
  func send(_ actions: [Action], _ origin: Origin) -> Run? { nil }

  /// Changes the state without an action.
  func write(_ cause: StoreEvent.Cause, _ animation: Any?, _ edit: (inout State) -> Void) {}

  /// A property that shows a field. Always the same one, as long as somebody has it.
  func field<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    fields.property(field, of: property)
  }

  // MARK: - Watching

  /// Calls a closure for each action that was sent through this and carried out, before observers see what came of it; where
  /// this is all of a state, for everything that was written, too.
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

/// One change of a state: what was asked for, and what came of it.
struct Commit<State, Action> {
  /// Nil for what was written without one.
  let action: Action?
  let cause: StoreEvent.Cause
  let previous: State
  let state: State
}

/// Whence actions come.
struct Origin {
  /// The run whose code has sent them.
  var parent: Run?
  var animation: Any?
  var cause: StoreEvent.Cause?
  /// Told when one of them, by its index, was carried out, with the states before and after.
  var hear: ((_ index: Int, _ old: Any, _ new: Any, _ cause: StoreEvent.Cause) -> Void)?

  /// The same for a part of a larger state, whose watchers are told, too.
  func telling<Whole, State, Action>(
    _ source: StoreSource<State, Action>, _ actions: [Action],
    _ read: @escaping (Whole) -> State?
  ) -> Origin {
    if hear == nil, !source.isWatched { return self }
    var origin = self
    origin.hear = { [hear] index, old, new, cause in
      guard let old = (old as? Whole).flatMap(read), let new = (new as? Whole).flatMap(read) else {
        return
      }
      source.tell(Commit(action: actions[index], cause: cause, previous: old, state: new))
      hear?(index, old, new, cause)
    }
    return origin
  }
}
