public import Upkeep

// Labels, as in Recombine and Eazy.
extension Store {
  /// Makes a store without effects: `Store(state, reducer)`, with labels.
  ///
  ///     let store = Store(state: App.State(), reducer: App.reducer)
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - reducer: changes it as an action asks.
  ///   - middleware: the middleware that an action passes before that, in order.
  ///   - rule: decides which states count as changes; by default that of the type.
  ///   - trace: is told all events.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  @inlinable
  public convenience init(
    state: State, reducer: Reducer<State, Action>, middleware: LocalMiddleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, trace: Trace? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
  ) {
    let engine = StoreEngine(ContinuousClock(), name, file, line, isolation)
    self.init(state, reducer, middleware, rule, trace, engine)
  }

  /// Makes a store: `Store(state, interactor)`, with labels and the clock of the system.
  ///
  ///     let store = Store(state: ChatState(), interactor: ChatInteractor(service: service))
  ///
  /// - Parameters:
  ///   - state: the first state.
  ///   - interactor: the behaviour of the store.
  ///   - middleware: the middleware that an action passes before that, in order.
  ///   - rule: decides which states count as changes; by default that of the type.
  ///   - trace: is told all events.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  @inlinable
  public convenience init<I: Interactor>(
    state: State, interactor: I, middleware: LocalMiddleware<State, Action>...,
    changes rule: ChangeRule<State>? = nil, trace: Trace? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
  ) where I.State == State, I.Action == Action {
    let engine = StoreEngine(ContinuousClock(), name, file, line, isolation)
    self.init(state, interactor, middleware, rule, trace, engine)
  }
}
