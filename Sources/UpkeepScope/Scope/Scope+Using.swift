public import Upkeep

// Ways to use a scope from elsewhere.
extension Scope {
  /// Returns a property that shows the value of a definition: for code that follows properties.
  ///
  ///     updater.onTransition(scope.property(Cart.total)) { old, new in ... }
  ///
  /// - Parameter definition: the definition to show.
  /// - Returns: a derived value, which keeps the scope.
  public func property<D: Definition>(_ definition: D) -> Property<D.Value> {
    DerivedProperty { [self] in self[definition] }
  }

  /// Returns a value that can be read and written, to give to a control.
  ///
  /// - Parameter definition: the definition to bind to.
  /// - Returns: a bound value, which keeps the scope.
  public func bound<D: WritableDefinition>(_ definition: D) -> Bound<D.Value> {
    Bound(
      place: BoundPlace(self, definition.definitionID), get: { [self] in self[definition] }
    ) { [self] in definition.write($0, in: self) }
  }

  /// Returns a closure that gets the scope, follows nothing that it reads, and makes one change:
  /// for an action.
  ///
  ///     let add = scope.callback { scope, item in scope[Cart.items].append(item) }
  ///     add(tea)
  ///
  ///     let send = scope.callback { scope, text in
  ///       try await service.send(text, scope[Room.current])
  ///     }
  ///     try await send("Hello")
  ///
  /// A body that waits runs where the closure is called, and each of its writes is a change of its
  /// own; it may take none, one or two things.
  ///
  /// - Parameter body: gets the scope, and the arguments; may throw. Its writes before it throws stay.
  /// - Returns: the closure, which does nothing by itself and keeps the scope. It throws if `body` may.
  public func callback<each Argument, Result>(
    _ body: @escaping (Scope, repeat each Argument) throws -> Result
  ) -> (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      try untracked { try batch { try body(self, repeat each argument) } }
    }
  }

  // Not one with typed throws: over a pack the compiler of Swift 6.3 crashes on such a closure.
  /// Returns a closure that cannot throw.
  ///
  /// - Parameter body: gets the scope, and the arguments.
  /// - Returns: the closure, which does nothing by itself and keeps the scope.
  @_documentation(visibility: internal)
  public func callback<each Argument, Result>(
    _ body: @escaping (Scope, repeat each Argument) -> Result
  ) -> (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      untracked { batch { body(self, repeat each argument) } }
    }
  }

  /// Returns a closure that gets the scope, and may wait: for an action that takes its time.
  ///
  /// - Parameter body: gets the scope; runs where the closure is called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<Result>(
    _ body: nonisolated(nonsending) @escaping (Scope) async throws -> Result
  ) -> nonisolated(nonsending) () async throws -> Result {
    { try await body(self) }
  }

  /// Returns a closure that gets the scope and something else, and may wait: for an action that
  /// takes its time.
  ///
  /// - Parameter body: gets the scope, and the arguments of the call; runs where the closure is
  ///   called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<Argument, Result>(
    _ body: nonisolated(nonsending) @escaping (Scope, Argument) async throws -> Result
  ) -> nonisolated(nonsending) (Argument) async throws -> Result {
    { try await body(self, $0) }
  }

  /// Returns a closure that gets the scope and two things, and may wait: for an action that takes
  /// its time.
  ///
  /// - Parameter body: gets the scope, and the arguments of the call; runs where the closure is
  ///   called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<First, Second, Result>(
    _ body: nonisolated(nonsending) @escaping (Scope, First, Second) async throws -> Result
  ) -> nonisolated(nonsending) (First, Second) async throws -> Result {
    { try await body(self, $0, $1) }
  }
}
