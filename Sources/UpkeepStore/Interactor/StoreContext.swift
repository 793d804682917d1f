public import Upkeep

/// The store as its interactor uses it: reads the state, changes it, sends actions.
///
///     store.messages = .loading(previous: store.messages.value)
///     store.messages = await Loadable { try await service.messages() }
///
/// Each assignment is one change, seen by all before it returns; `modify` makes several one.
/// Reading follows nothing. When the run that it was given to is superseded or cancelled, or the
/// store is gone, nothing that it does has a consequence any more.
@dynamicMemberLookup
public struct StoreContext<State, Action> {
  let source: StoreSource<State, Action>
  let run: Run?

  init(_ source: StoreSource<State, Action>, _ run: Run?) {
    self.source = source
    self.run = run
  }

  /// Whether its acts still count.
  public var isActive: Bool { !(run?.isOver ?? false) && !source.engine.isOver }

  /// The state as it is now.
  public var state: State {
    run?.checkIsolation()
    return source.property.peek()
  }

  /// A field of the state as it is now.
  ///
  /// - Parameter field: the way to it.
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    state[keyPath: field]
  }

  /// A field of the state.
  ///
  /// Writing it is one change.
  ///
  /// - Parameter field: the way to it.
  public subscript<Value>(dynamicMember field: WritableKeyPath<State, Value>) -> Value {
    get { state[keyPath: field] }
    nonmutating set { modify { $0[keyPath: field] = newValue } }
  }

  /// Changes several fields as one change, or one with an animation.
  ///
  /// - Parameters:
  ///   - animation: the animation of the change in a user interface: `Store.animation`.
  ///   - edit: gets the state; must not use the store.
  public func modify(animation: Any? = nil, _ edit: (inout State) -> Void) {
    guard mayAct else { return }
    let cause = run == nil ? source.engine.causeOutside : .effect
    source.write(cause, animation, edit)
  }

  /// Sends actions, as one change.
  ///
  /// Their effects are cancelled with this run. If one is carried out already, they wait for its
  /// end.
  ///
  /// - Parameters:
  ///   - actions: in that order.
  ///   - animation: the animation of the change in a user interface: `Store.animation`.
  /// - Returns: a task that waits for their effects, or cancels them.
  @discardableResult
  public func send(_ actions: Action..., animation: Any? = nil) -> StoreTask {
    send(contentsOf: actions, animation: animation)
  }

  /// Sends actions, as one change: those that were collected, for instance.
  ///
  /// - Parameters:
  ///   - actions: in that order.
  ///   - animation: the animation of the change in a user interface: `Store.animation`.
  /// - Returns: a task that waits for their effects, or cancels them.
  @discardableResult
  public func send(contentsOf actions: some Sequence<Action>, animation: Any? = nil) -> StoreTask {
    guard mayAct else { return StoreTask(run: nil) }
    return StoreTask(run: source.send(Array(actions), Origin(parent: run, animation: animation)))
  }

  /// Cancels all effects that run or wait under an identity: for an interactor of a row those of
  /// that row.
  ///
  /// Inside a transaction that is when it is committed.
  ///
  /// - Parameter id: the identity in their policies.
  public func cancel(id: some Hashable) {
    guard mayAct else { return }
    source.cancel(id: AnyHashable(id))
  }

  /// Waits, by the clock of the store.
  ///
  /// - Parameter duration: the time to wait.
  /// - Throws: `CancellationError` if the run is cancelled.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    guard mayAct else { throw CancellationError() }
    try await source.engine.sleep(for: duration, run)
  }

  /// A property that shows a field, and changes only with it.
  ///
  /// - Parameter field: the way to it.
  /// - Returns: the property.
  public func property<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    source.field(field)
  }

  /// The values that a field takes from now on.
  ///
  /// - Parameter field: the way to it.
  /// - Returns: changes that a hook can hear.
  public func changes<Value>(of field: KeyPath<State, Value>) -> Changes<Value> {
    Changes(of: source.field(field), in: source.engine, changes: .automatic)
  }

  private var mayAct: Bool {
    guard isActive else { return false }
    run?.checkIsolation()
    return true
  }
}
