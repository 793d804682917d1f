public import Upkeep

// Initializers with argument labels, as in Recombine and Eazy.
extension Store {
  /// Creates a store without effects: `Store(state, reducer)`, with labels.
  ///
  ///     let store = Store(state: App.State(), reducer: App.reducer)
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - reducer: Changes the state for an action.
  ///   - middleware: The middleware that an action passes before the reducer, in order.
  ///   - rule: Decides which states count as changes; by default, the rule of the type.
  ///   - trace: Receives all events.
  ///   - name: The store's name in messages; by default, its file and line.
  ///   - file: Filled in by the compiler.
  ///   - line: Filled in by the compiler.
  ///   - isolation: Filled in by the compiler; held weakly.
  @inlinable
  public convenience init(
    state: State, reducer: Reducer<State, Action>, middleware: Middleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, trace: Trace? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
  ) {
    let engine = StoreEngine(ContinuousClock(), name, file, line, isolation)
    self.init(state, reducer, middleware, rule, trace, engine)
  }

  /// Creates a store with the system's clock: `Store(state, interactor)`, with labels.
  ///
  ///     let store = Store(state: ChatState(), interactor: ChatInteractor(service: service))
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - interactor: The behaviour of the store.
  ///   - middleware: The middleware that an action passes before the interactor, in order.
  ///   - rule: Decides which states count as changes; by default, the rule of the type.
  ///   - trace: Receives all events.
  ///   - name: The store's name in messages; by default, its file and line.
  ///   - file: Filled in by the compiler.
  ///   - line: Filled in by the compiler.
  ///   - isolation: Filled in by the compiler; held weakly.
  @inlinable
  public convenience init<I: Interactor>(
    state: State, interactor: I, middleware: Middleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, trace: Trace? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    let engine = StoreEngine(ContinuousClock(), name, file, line, isolation)
    self.init(state, interactor, middleware, rule, trace, engine)
  }
}
