public import Upkeep

/// Holds one state, which only actions change.
///
///     let store = Store(App.State(), App.reducer)
///     updater.keepUpToDate { print(store.counter) }   // runs when `counter` has changed
///     store.send(.increase)                           // is reduced and seen when this returns
///
/// Effects, hooks and bound values may write it as well. An action that is sent while another one
/// is carried out waits for its end. The state is a property: derived values and effects follow it
/// like any other, `batch` and `transaction` take in the actions sent to a store (effects begin,
/// and traces are told, with the commit).
///
/// A store belongs to one actor or thread at a time; effects and hooks run there. When its last
/// face is released, all that it has begun is cancelled.
///
/// - Complexity: of an action, that of the reducer, of a copy of the parts that it changes, of a
///   comparison of the state, and of the values that follow from it. A state whose type cannot be
///   compared, or with the rule `.always`, is edited in place, and each action is a change.
@dynamicMemberLookup
public final class Store<State, Action> {
  /// The state as a property.
  public let property: Property<State>

  let source: StoreSource<State, Action>
  /// Those of a whole store.
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
    _ state: State, _ interactor: I, _ middleware: [LocalMiddleware<State, Action>],
    _ rule: ChangeRule<State>?, _ trace: Trace?, _ engine: StoreEngine
  ) where I.State == State, I.Action == Action {
    let stored = engine.property(state, rule)
    let any = AnyInteractor(interactor)
    let steps = StoreSteps<State, Action>(
      stored, engine, rule, interactor, any.middleware(behind: middleware),
      editsInPlace: engine.editsInPlace(state, rule))
    self.init(stored, steps, any, rule, trace, engine)
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the behaviour of the store.
  ///   - middleware: the middleware that an action passes before that, in order.
  ///   - rule: decides which states count as changes; by default that of the type.
  ///   - clock: measures the time that policies and effects wait for; or a `ManualClock`.
  ///   - trace: is told all events.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  @inlinable
  public convenience init<I: Interactor, C: Clock>(
    _ state: State, _ interactor: I, middleware: LocalMiddleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, clock: C = ContinuousClock(), trace: Trace? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action, C.Duration == Duration {
    let engine = StoreEngine(clock, name, file, line, isolation)
    self.init(state, interactor, middleware, rule, trace, engine)
  }

  /// Makes a store that tells time by a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the behaviour of the store.
  ///   - middleware: the middleware that an action passes before that, in order.
  ///   - rule: decides which states count as changes; by default that of the type.
  ///   - clock: measures the time that policies and effects wait for.
  ///   - trace: is told all events.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<I: Interactor>(
    _ state: State, _ interactor: I, middleware: LocalMiddleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, clock: ManualClock, trace: Trace? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    let engine = StoreEngine(clock, name, file, line, isolation)
    self.init(state, interactor, middleware, rule, trace, engine)
  }
}
