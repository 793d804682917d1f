// SAFETY: each step of it is `@Sendable`, and none is exchanged.
/// Stands before the reducer: lets an action pass, changes it, drops it, makes several of it, or
/// does something besides.
///
///     enum App {
///       static let logging = Middleware<State, Action>(
///         .filter { state, action in !state.isLocked },
///         .sideEffect { state, action in print(action) })
///     }
///
///     let store = Store(App.State(), App.reducer, middleware: App.logging)
///
/// It sees the state as it was before the action was sent. All that comes of one action is one
/// change. Its closures can be sent to any actor, and so can it: it is a constant like a `Reducer`.
/// A closure that uses the state of one actor, as the object that has the store, makes a
/// `LocalMiddleware`.
public final class Middleware<State, Action>: LocalMiddleware<State, Action>, @unchecked Sendable {
  // A designated initializer, so that none is inherited: those take closures of any kind.
  private init(sendable steps: [Step]) { super.init(steps: steps) }

  /// Makes one that returns the actions to go on with.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
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

  /// Makes one of several: each gets the actions that the one before it has let pass.
  ///
  /// Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  public convenience init(_ middlewares: Middleware...) { self.init(middlewares) }

  package convenience init(_ middlewares: some Sequence<Middleware>) {
    self.init(sendable: Self.steps(of: middlewares.map { $0 as LocalMiddleware }))
  }
}
