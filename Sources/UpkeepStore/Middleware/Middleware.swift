/// Stands before the reducer: lets an action pass, changes it, drops it, makes several of it, or does something besides.
///
///     let store = Store(
///       App.State(), App.reducer,
///       middleware: .sideEffect { state, action in print(action) },
///       .filter { state, action in !state.isLocked })
///
/// It sees the state as it was before the action was sent. All that comes of one action is one change.
public struct Middleware<State, Action> {
  let body: (State, Action, @escaping (Action) -> Void) -> [Action]

  /// Makes one that returns the actions to go on with.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through the whole chain, after this
  ///   one.
  public init(
    _ body:
      @escaping (
        _ state: State, _ action: Action, _ send: @escaping (Action) -> Void
      ) -> [Action]
  ) {
    self.body = body
  }

  /// Makes one of several: each gets what the one before it has let pass. Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  public init(_ middlewares: Middleware...) { self.init(middlewares) }

  /// Makes one of several: each gets what the one before it has let pass. Without any all pass.
  ///
  /// - Parameter middlewares: in the order in which an action meets them.
  public init(_ middlewares: some Sequence<Middleware>) {
    let bodies = middlewares.map(\.body)
    body = { state, action, send in
      bodies.reduce([action]) { actions, body in
        actions.flatMap { body(state, $0, send) }
      }
    }
  }

  /// Replaces each action by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: the middleware.
  public static func map(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action
  ) -> Middleware {
    Middleware { state, action, _ in [transform(state, action)] }
  }

  /// Replaces each action by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: the middleware.
  public static func compactMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action).map { [$0] } ?? [] }
  }

  /// Replaces each action by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to multiply it.
  /// - Returns: the middleware.
  public static func flatMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> [Action]
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action) }
  }

  /// Lets only some actions pass.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: the middleware.
  public static func filter(
    _ passes: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> Middleware {
    Middleware { state, action, _ in passes(state, action) ? [action] : [] }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: the middleware.
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action) -> Void
  ) -> Middleware {
    Middleware { state, action, _ in
      body(state, action)
      return [action]
    }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through the whole chain, after this
  ///   one.
  /// - Returns: the middleware.
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action, _ send: @escaping (Action) -> Void) -> Void
  ) -> Middleware {
    Middleware { state, action, send in
      body(state, action, send)
      return [action]
    }
  }

  /// The same for a larger state: what is none of its actions passes, and so does all while its state is missing.
  func scoped<Whole, WholeAction>(
    _ part: Case<WholeAction, Action>, _ read: @escaping (Whole) -> State?
  ) -> Middleware<Whole, WholeAction> {
    Middleware<Whole, WholeAction> { whole, wholeAction, send in
      guard let action = part.extract(wholeAction), let state = read(whole) else {
        return [wholeAction]
      }
      return body(state, action) { send(part.embed($0)) }.map(part.embed)
    }
  }
}
