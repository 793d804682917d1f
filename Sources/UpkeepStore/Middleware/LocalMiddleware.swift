/// Stands before the reducer, like `Middleware`, with closures that may use the state of one actor.
///
/// A store, an interactor and a test take it, so a closure that is written there may be of either
/// kind.
///
///     let store = Store(
///       App.State(), App.reducer,
///       middleware: .filter { state, action in !state.isLocked },
///       .sideEffect { [unowned self] state, action in seen.append(action) })
///
/// It is made like a `Middleware`, of the same steps; a `Middleware` is one, too.
public class LocalMiddleware<State, Action> {
  typealias Step = (State, Action, @escaping (Action) -> Void) -> [Action]

  /// Each gets the actions that the one before it has let pass.
  private let steps: [Step]

  init(steps: [Step]) { self.steps = steps }

  /// Makes one that returns the actions to go on with.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  @_documentation(visibility: internal)
  public convenience init(
    _ body:
      @escaping (
        _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
      ) -> [Action]
  ) {
    self.init(steps: [body])
  }

  /// Makes one of several: each gets the actions that the one before it has let pass.
  ///
  /// Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  @_documentation(visibility: internal)
  public convenience init(_ middlewares: LocalMiddleware...) { self.init(middlewares) }

  /// Makes one of several: each gets the actions that the one before it has let pass.
  ///
  /// Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  package convenience init(_ middlewares: some Sequence<LocalMiddleware>) {
    self.init(steps: Self.steps(of: middlewares))
  }

  /// The steps of all, one after the other: composition makes no closure inside a closure.
  static func steps(of middlewares: some Sequence<LocalMiddleware>) -> [Step] {
    middlewares.flatMap(\.steps)
  }

  /// The actions that follow from one.
  final func pass(
    _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
  ) -> [Action] {
    if steps.count == 1 { return steps[0](state, action, send) }
    return steps.reduce([action]) { actions, step in
      actions.flatMap { step(state, $0, send) }
    }
  }
}
