// SAFETY: Each step is `@Sendable`, and no step is replaced.
/// A filter before the reducer that passes, changes, drops or multiplies actions, or observes them.
///
///     enum App {
///       static let logging = Middleware<State, Action>(
///         .filter { state, action in !state.isLocked },
///         .sideEffect { state, action in print(action) })
///     }
///
///     let store = Store(App.State(), App.reducer, middleware: App.logging)
///
/// A middleware sees the state before the action. All actions that result from one action are one
/// change. A middleware is `Sendable`, so it can be a constant like a `Reducer`. For a closure that
/// uses the state of one actor, use a `LocalMiddleware`.
public final class Middleware<State, Action>: LocalMiddleware<State, Action>, @unchecked Sendable {
  // A designated initializer prevents the inheritance of initializers without `@Sendable`.
  private init(sendable steps: [Step]) { super.init(steps: steps) }

  /// Creates a middleware that returns the actions to continue with.
  ///
  /// - Parameter body: Receives the state, the action, and a closure that sends a further action
  ///   through the whole chain, after the current one.
  public convenience init(
    _ body:
      @escaping @Sendable (
        _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
      ) -> [Action]
  ) {
    self.init(sendable: [.several(body)])
  }

  @usableFromInline
  convenience init(one body: @escaping @Sendable (State, Action) -> Action?) {
    self.init(sendable: [.one(body)])
  }

  /// Combines middleware: each receives the actions that the one before it has let pass.
  ///
  /// An empty combination lets all actions pass.
  ///
  /// - Parameter middlewares: The middleware, in order.
  public convenience init(_ middlewares: Middleware...) { self.init(middlewares) }

  package convenience init(_ middlewares: some Sequence<Middleware>) {
    self.init(sendable: Self.steps(of: middlewares.map { $0 as LocalMiddleware }))
  }
}
