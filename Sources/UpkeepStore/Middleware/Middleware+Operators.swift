// The steps of `LocalMiddleware`, with closures that can be sent. `Middleware(.filter { }, .map { })` puts several
// together.
extension Middleware {
  /// Replaces each action by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: the middleware.
  @inlinable
  public static func map(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action
  ) -> Middleware {
    Middleware(one: { transform($0, $1) })
  }

  /// Replaces each action by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: the middleware.
  @inlinable
  public static func compactMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action?
  ) -> Middleware {
    Middleware(one: transform)
  }

  /// Replaces each action by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: the middleware.
  @inlinable
  public static func flatMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> [Action]
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action) }
  }

  /// Lets only some actions pass.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: the middleware.
  @inlinable
  public static func filter(
    _ passes: @escaping @Sendable (_ state: State, _ action: Action) -> Bool
  ) -> Middleware {
    Middleware(one: { passes($0, $1) ? $1 : nil })
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: the middleware.
  @inlinable
  public static func sideEffect(
    _ body: @escaping @Sendable (_ state: State, _ action: Action) -> Void
  ) -> Middleware {
    Middleware(one: { state, action in
      body(state, action)
      return action
    })
  }
}
