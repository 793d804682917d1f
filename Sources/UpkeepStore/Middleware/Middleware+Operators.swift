// The steps of a middleware. `Middleware(.filter { }, .map { })` combines steps.
extension Middleware {
  /// Replaces each action with another action.
  ///
  /// - Parameter transform: Returns the new action for a state and an action.
  /// - Returns: The middleware.
  @inlinable
  public static func map(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action
  ) -> Middleware {
    Middleware(one: { transform($0, $1) })
  }

  /// Replaces each action with another action, or drops it.
  ///
  /// - Parameter transform: Returns the new action for a state and an action; nil to drop it.
  /// - Returns: The middleware.
  @inlinable
  public static func compactMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> Middleware {
    Middleware(one: transform)
  }

  /// Replaces each action with any number of actions.
  ///
  /// - Parameter transform: Returns the new actions for a state and an action; none to drop it.
  /// - Returns: The middleware.
  @inlinable
  public static func flatMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> [Action]
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action) }
  }

  /// Drops all actions that do not satisfy a condition.
  ///
  /// - Parameter passes: Returns whether an action passes, for a state and the action.
  /// - Returns: The middleware.
  @inlinable
  public static func filter(
    _ passes: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> Middleware {
    Middleware(one: { passes($0, $1) ? $1 : nil })
  }

  /// Calls a closure for each action, and lets the action pass.
  ///
  /// - Parameter body: Receives the state and the action.
  /// - Returns: The middleware.
  @inlinable
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action) -> Void
  ) -> Middleware {
    Middleware(one: { state, action in
      body(state, action)
      return action
    })
  }
}
