/// An interactor whose type does not show what it is made of: several together, or one that was made to fit a larger
/// state.
public struct AnyInteractor<State, Action>: Interactor {
  let reducer: (inout State, Action) -> Void
  let effects: [ActionEffect<State, Action>]
  let makeHooks: (StoreContext<State, Action>) -> [Hook]
  let middleware: Middleware<State, Action>?

  init(
    reducer: @escaping (inout State, Action) -> Void, effects: [ActionEffect<State, Action>],
    middleware: Middleware<State, Action>?,
    hooks: @escaping (StoreContext<State, Action>) -> [Hook]
  ) {
    self.reducer = reducer
    self.effects = effects
    self.middleware = middleware
    makeHooks = hooks
  }

  /// Makes one of any.
  ///
  /// - Parameter interactor: what it does.
  public init<I: Interactor>(_ interactor: I) where I.State == State, I.Action == Action {
    if let known = interactor as? AnyInteractor {
      self = known
      return
    }
    reducer = { interactor.reduce(&$0, $1) }
    makeHooks = { interactor.hooks($0) }
    middleware = nil
    effects = interactor is Reducer<State, Action> ? [] : [ActionEffect(interactor)]
  }

  /// Makes one of several: each changes the state in that order, and has effects, hooks and policies of its own.
  ///
  /// - Parameter interactors: what it does.
  public init(combining interactors: any Interactor<State, Action>...) {
    let parts = interactors.map { Self.part($0) }
    reducer = { state, action in
      for part in parts { part.reducer(&state, action) }
    }
    makeHooks = { store in parts.flatMap { $0.makeHooks(store) } }
    effects = parts.flatMap(\.effects)
    let middlewares = parts.compactMap(\.middleware)
    middleware = middlewares.isEmpty ? nil : Middleware(middlewares)
  }

  private static func part(_ interactor: some Interactor<State, Action>) -> AnyInteractor {
    AnyInteractor(interactor)
  }

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: what is changed.
  ///   - action: what is asked for.
  public func reduce(_ state: inout State, _ action: Action) { reducer(&state, action) }

  /// Runs the effects of all parts, one after the other, whatever their policies say. A store runs them side by side.
  ///
  /// - Parameters:
  ///   - action: what is asked for.
  ///   - store: what they are given.
  public nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    for effect in effects { await effect.perform(action, store) }
  }

  /// The hooks of all parts.
  ///
  /// - Parameter store: what they are given.
  /// - Returns: those of the first part first.
  public func hooks(_ store: StoreContext<State, Action>) -> [Hook] { makeHooks(store) }
}
