// The operators of `LocalMiddleware`, with closures that can be sent.
extension Middleware {
  // MARK: - Beginning with one

  /// Replaces each action by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: the middleware.
  public static func map(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action
  ) -> Middleware {
    Middleware { state, action, _ in [transform(state, action)] }
  }

  /// Replaces each action by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: the middleware.
  public static func compactMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action?
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action).map { [$0] } ?? [] }
  }

  /// Replaces each action by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: the middleware.
  public static func flatMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> [Action]
  ) -> Middleware {
    Middleware { state, action, _ in transform(state, action) }
  }

  /// Lets only some actions pass.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: the middleware.
  public static func filter(
    _ passes: @escaping @Sendable (_ state: State, _ action: Action) -> Bool
  ) -> Middleware {
    Middleware { state, action, _ in passes(state, action) ? [action] : [] }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: the middleware.
  public static func sideEffect(
    _ body: @escaping @Sendable (_ state: State, _ action: Action) -> Void
  ) -> Middleware {
    Middleware { state, action, _ in
      body(state, action)
      return [action]
    }
  }

  /// Does something for each action, and lets it pass.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  /// - Returns: the middleware.
  public static func sideEffect(
    _ body:
      @escaping @Sendable (_ state: State, _ action: Action, _ send: @escaping (Action) -> Void) ->
      Void
  ) -> Middleware {
    Middleware { state, action, send in
      body(state, action, send)
      return [action]
    }
  }

  // MARK: - Going on from one

  /// Lets what is left of an action meet another middleware.
  ///
  /// - Parameter next: the next middleware.
  /// - Returns: both as one.
  public func appending(_ next: Middleware) -> Middleware { Middleware(self, next) }

  /// Replaces each action that is left by another one.
  ///
  /// - Parameter transform: gets the state and the action.
  /// - Returns: both as one.
  public func map(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action
  ) -> Middleware {
    appending(.map(transform))
  }

  /// Replaces each action that is left by another one, or drops it.
  ///
  /// - Parameter transform: gets the state and the action; returns nil to drop it.
  /// - Returns: both as one.
  public func compactMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> Action?
  ) -> Middleware {
    appending(.compactMap(transform))
  }

  /// Replaces each action that is left by any number of others.
  ///
  /// - Parameter transform: gets the state and the action; returns none to drop it, several to
  ///   multiply it.
  /// - Returns: both as one.
  public func flatMap(
    _ transform: @escaping @Sendable (_ state: State, _ action: Action) -> [Action]
  ) -> Middleware {
    appending(.flatMap(transform))
  }

  /// Lets only some of the actions pass that are left.
  ///
  /// - Parameter passes: gets the state and the action; says whether it passes.
  /// - Returns: both as one.
  public func filter(
    _ passes: @escaping @Sendable (_ state: State, _ action: Action) -> Bool
  ) -> Middleware {
    appending(.filter(passes))
  }

  /// Does something for each action that is left, and lets it pass.
  ///
  /// - Parameter body: gets the state and the action.
  /// - Returns: both as one.
  public func sideEffect(
    _ body: @escaping @Sendable (_ state: State, _ action: Action) -> Void
  ) -> Middleware {
    appending(.sideEffect(body))
  }

  /// Does something for each action that is left, and lets it pass.
  ///
  /// - Parameter body: gets the state, the action, and a closure that sends another action through
  ///   the whole chain, after this one.
  /// - Returns: both as one.
  public func sideEffect(
    _ body:
      @escaping @Sendable (_ state: State, _ action: Action, _ send: @escaping (Action) -> Void) ->
      Void
  ) -> Middleware {
    appending(.sideEffect(body))
  }
}
