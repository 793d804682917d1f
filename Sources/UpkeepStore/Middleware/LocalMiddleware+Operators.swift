// Steps; `Middleware` has its own, which are preferred there. `LocalMiddleware(.filter { }, .map { })` puts several
// together.
extension LocalMiddleware {
  /// Replaces each action by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: the middleware.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public static func map(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action
  ) -> LocalMiddleware {
    LocalMiddleware(one: { transform($0, $1) })
  }

  /// Replaces each action by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: the middleware.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public static func compactMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> LocalMiddleware {
    LocalMiddleware(one: transform)
  }

  /// Replaces each action by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: the middleware.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public static func flatMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> [Action]
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in transform(state, action) }
  }

  /// Lets only some actions pass.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: the middleware.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public static func filter(
    _ passes: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> LocalMiddleware {
    LocalMiddleware(one: { passes($0, $1) ? $1 : nil })
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: the middleware.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action) -> Void
  ) -> LocalMiddleware {
    LocalMiddleware(one: { state, action in
      body(state, action)
      return action
    })
  }
}
