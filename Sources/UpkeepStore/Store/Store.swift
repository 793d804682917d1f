public import Upkeep

/// A container of one state that actions change.
///
///     let store = Store(App.State(), App.reducer)
///     updater.keepUpToDate { print(store.counter) }   // runs when `counter` has changed
///     store.send(.increase)                           // is reduced and seen when this returns
///
/// Effects, hooks and bound values may write the state as well. An action that is sent while
/// another action is carried out waits for the other one to end. The state is a property: derived
/// values and effects depend on it like on any other. `batch` and `transaction` include the actions
/// that are sent in them; effects begin, and traces are notified, when the transaction commits.
///
/// A store belongs to one actor or thread at a time; effects and hooks run there. Releasing the
/// last `Store` of the state, or of a part of it, cancels everything that the store has begun.
///
/// - Complexity: An action costs its reducer, a copy of the parts of the state that it changes, a
///   comparison of the state, and the values that depend on it. If the type cannot be compared, or
///   with the rule `.always`, the state is edited in place, and each action is a change.
@dynamicMemberLookup
public final class Store<State, Action> {
  /// The state as a property.
  public let property: Property<State>

  let source: StoreSource<State, Action>
  /// The table of fields of a whole store; nil in a narrowed store.
  @usableFromInline let fields: FieldTable?
  let end: StoreEnd

  init(_ source: StoreSource<State, Action>, _ end: StoreEnd) {
    property = source.property
    self.source = source
    self.end = end
    fields = nil
  }

  @usableFromInline
  init(
    _ stored: StoredProperty<State>, _ steps: StoreSteps<State, Action>,
    _ interactor: AnyInteractor<State, Action>, _ rule: ChangeRule<State>?, _ trace: Trace?,
    _ engine: StoreEngine
  ) {
    let core = StoreCore(stored, steps, rule, interactor, engine)
    property = stored
    source = core
    fields = core.fields
    end = StoreEnd(engine)
    if let trace { engine.trace(trace, beginningWith: stored.peek()) }
    engine.hookHost = HookHost(engine, interactor.hooks(StoreContext(core, nil)))
  }

  @inlinable
  convenience init<I: Interactor>(
    _ state: State, _ interactor: I, _ middleware: [Middleware<State, Action>],
    _ rule: ChangeRule<State>?, _ trace: Trace?, _ engine: StoreEngine
  ) where I.State == State, I.Action == Action {
    let stored = engine.property(state, rule)
    let any = AnyInteractor(interactor)
    let steps = StoreSteps<State, Action>(
      stored, engine, rule, interactor, any.middleware(behind: middleware),
      editsInPlace: engine.editsInPlace(state, rule))
    self.init(stored, steps, any, rule, trace, engine)
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - interactor: The behaviour of the store.
  ///   - middleware: The middleware that an action passes before the interactor, in order.
  ///   - rule: Decides which states count as changes; by default, the rule of the type.
  ///   - clock: Measures the delays of policies and effects; may be a `ManualClock`.
  ///   - trace: Receives all events.
  ///   - name: The store's name in messages; by default, its file and line.
  ///   - file: Filled in by the compiler.
  ///   - line: Filled in by the compiler.
  ///   - isolation: Filled in by the compiler; held weakly.
  @inlinable
  public convenience init<I: Interactor>(
    _ state: State, _ interactor: I, middleware: Middleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, clock: some Clock<Duration> = ContinuousClock(),
    trace: Trace? = nil, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    let engine = StoreEngine(clock, name, file, line, isolation)
    self.init(state, interactor, middleware, rule, trace, engine)
  }
}
