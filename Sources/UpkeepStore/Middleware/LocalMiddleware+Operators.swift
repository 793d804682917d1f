// A `Middleware` has operators of its own, which are preferred there.
extension LocalMiddleware {
  // MARK: - Beginning with one

  /// Replaces each action by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func map(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in [transform(state, action)] }
  }

  /// Replaces each action by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func compactMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in transform(state, action).map { [$0] } ?? [] }
  }

  /// Replaces each action by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func flatMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> [Action]
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in transform(state, action) }
  }

  /// Lets only some actions pass.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func filter(
    _ passes: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in passes(state, action) ? [action] : [] }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action) -> Void
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, _ in
      body(state, action)
      return [action]
    }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  /// - Returns: the middleware.
  @_disfavoredOverload
  public static func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action, _ send: @escaping (Action) -> Void) -> Void
  ) -> LocalMiddleware {
    LocalMiddleware { state, action, send in
      body(state, action, send)
      return [action]
    }
  }

  // MARK: - Going on from one

  /// Lets what is left of an action meet another middleware.
  ///
  /// - Parameter next: the next middleware.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func appending(_ next: LocalMiddleware) -> LocalMiddleware { LocalMiddleware(self, next) }

  /// Replaces each action that is left by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func map(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action
  ) -> LocalMiddleware {
    appending(.map(transform))
  }

  /// Replaces each action that is left by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func compactMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> Action?
  ) -> LocalMiddleware {
    appending(.compactMap(transform))
  }

  /// Replaces each action that is left by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func flatMap(
    _ transform: @escaping (_ state: State, _ action: Action) -> [Action]
  ) -> LocalMiddleware {
    appending(.flatMap(transform))
  }

  /// Lets only some of the actions pass that are left.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func filter(
    _ passes: @escaping (_ state: State, _ action: Action) -> Bool
  ) -> LocalMiddleware {
    appending(.filter(passes))
  }

  /// Does something for each action that is left, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action) -> Void
  ) -> LocalMiddleware {
    appending(.sideEffect(body))
  }

  /// Does something for each action that is left, and lets it pass.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  /// - Returns: both as one.
  @_disfavoredOverload
  public func sideEffect(
    _ body: @escaping (_ state: State, _ action: Action, _ send: @escaping (Action) -> Void) -> Void
  ) -> LocalMiddleware {
    appending(.sideEffect(body))
  }
}
