public import Upkeep

/// The interface of a store for its interactor: reads and changes the state, and sends actions.
///
///     store.messages = .loading(previous: store.messages.value)
///     store.messages = await Loadable { try await service.messages() }
///
/// Each assignment is one change, which all observers have seen when the assignment returns;
/// `modify` makes several assignments one change. Reads create no dependency. When the context's
/// run is superseded or cancelled, or the store is released, the context can no longer change the
/// store.
@dynamicMemberLookup
public struct StoreContext<State, Action> {
  let source: StoreSource<State, Action>
  let run: Run?

  init(_ source: StoreSource<State, Action>, _ run: Run?) {
    self.source = source
    self.run = run
  }

  /// Whether the context can still change the store.
  public var isActive: Bool { !(run?.isOver ?? false) && !source.engine.isOver }

  /// The current state.
  public var state: State {
    run?.checkIsolation()
    return source.property.peek()
  }

  /// A field of the current state.
  ///
  /// - Parameter field: The key path of the field.
  public subscript<Value>(dynamicMember field: KeyPath<State, Value>) -> Value {
    state[keyPath: field]
  }

  /// A field of the current state.
  ///
  /// Each write is one change.
  ///
  /// - Parameter field: The key path of the field.
  public subscript<Value>(dynamicMember field: WritableKeyPath<State, Value>) -> Value {
    get { state[keyPath: field] }
    nonmutating set { modify { $0[keyPath: field] = newValue } }
  }

  /// Changes the state in place, as one change.
  ///
  /// - Parameters:
  ///   - animation: The animation of the change, for user interfaces: see `Store.animation`.
  ///   - edit: Changes the state; must not use the store.
  public func modify(animation: Any? = nil, _ edit: (inout State) -> Void) {
    guard mayAct else { return }
    let cause = run == nil ? source.engine.causeOutside : .effect
    source.write(cause, animation, edit)
  }

  /// Sends actions as one change.
  ///
  /// The actions' effects are cancelled with this run. If another action is being carried out, the
  /// actions wait for its end.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - animation: The animation of the change, for user interfaces: see `Store.animation`.
  /// - Returns: A task that waits for the effects, or cancels them.
  @discardableResult
  public func send(_ actions: Action..., animation: Any? = nil) -> StoreTask {
    send(contentsOf: actions, animation: animation)
  }

  /// Sends the actions of a sequence as one change.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - animation: The animation of the change, for user interfaces: see `Store.animation`.
  /// - Returns: A task that waits for the effects, or cancels them.
  @discardableResult
  public func send(contentsOf actions: some Sequence<Action>, animation: Any? = nil) -> StoreTask {
    guard mayAct else { return StoreTask(run: nil) }
    return StoreTask(run: source.send(Array(actions), Origin(parent: run, animation: animation)))
  }

  /// Cancels all effects that run or wait under an identity; in a row, only effects of the row.
  ///
  /// Inside a transaction, the effects are cancelled when the transaction commits.
  ///
  /// - Parameter id: The identity in the effects' policies.
  public func cancel(id: some Hashable) {
    guard mayAct else { return }
    source.cancel(id: AnyHashable(id))
  }

  /// Suspends for a duration, measured by the store's clock.
  ///
  /// - Parameter duration: The time to wait.
  /// - Throws: `CancellationError` if the run is cancelled.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    guard mayAct else { throw CancellationError() }
    try await source.engine.sleep(for: duration, run)
  }

  /// Returns a property that shows a field, and changes only with the field.
  ///
  /// - Parameter field: The key path of the field.
  /// - Returns: The property.
  public func property<Value>(_ field: KeyPath<State, Value>) -> Property<Value> {
    source.field(field)
  }

  /// Returns the values that a field takes from now on.
  ///
  /// - Parameter field: The key path of the field.
  /// - Returns: Changes for a hook.
  public func changes<Value>(of field: KeyPath<State, Value>) -> Changes<Value> {
    Changes(of: source.field(field), in: source.engine, changes: .automatic)
  }

  private var mayAct: Bool {
    guard isActive else { return false }
    run?.checkIsolation()
    return true
  }
}
