public import Upkeep

// Ways to use a scope's values elsewhere.
extension Scope {
  /// Returns a property that shows the value of a definition, for code that follows properties.
  ///
  ///     updater.onTransition(scope.property(Cart.total)) { old, new in ... }
  ///
  /// - Parameter definition: the definition to show.
  /// - Returns: a derived property, which keeps the scope.
  public func property<D: Definition>(_ definition: D) -> Property<D.Value> {
    DerivedProperty { [self] in self[definition] }
  }

  /// Returns a readable and writable value for a control.
  ///
  /// - Parameter definition: the definition to bind to.
  /// - Returns: a bound value, which keeps the scope.
  public func bound<D: WritableDefinition>(_ definition: D) -> Bound<D.Value> {
    Bound(
      place: BoundPlace(self, definition.definitionID), get: { [self] in self[definition] }
    ) { [self] in write($0, to: definition) }
  }

  /// Returns a closure that runs an action on the scope, without tracking reads and as one change.
  ///
  ///     let add = scope.callback { scope, item in scope[Cart.items].append(item) }
  ///     add(tea)
  ///
  ///     let send = scope.callback { scope, text in
  ///       try await service.send(text, scope[Room.current])
  ///     }
  ///     try await send("Hello")
  ///
  /// An asynchronous body takes at most two arguments and runs where the closure is called; each of
  /// its writes is a separate change.
  ///
  /// - Parameter body: gets the scope and the arguments; may throw. Writes before an error stay.
  /// - Returns: the closure, which keeps the scope and throws if `body` can throw.
  public func callback<each Argument, Result>(
    _ body: @escaping (Scope, repeat each Argument) throws -> Result
  ) -> (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) in
      try untracked { try batch { try body(self, repeat each argument) } }
    }
  }

  // Not declared with typed throws: the compiler of Swift 6.3 crashes on such a closure over a
  // pack.
  /// Returns a closure that cannot throw.
  ///
  /// - Parameter body: gets the scope and the arguments.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<each Argument, Result>(
    _ body: @escaping (Scope, repeat each Argument) -> Result
  ) -> (repeat each Argument) -> Result {
    { (argument: repeat each Argument) in
      untracked { batch { body(self, repeat each argument) } }
    }
  }

  /// Returns an asynchronous closure for an action without arguments.
  ///
  /// - Parameter body: gets the scope; runs where the closure is called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<Result>(
    _ body: nonisolated(nonsending) @escaping (Scope) async throws -> Result
  ) -> nonisolated(nonsending) () async throws -> Result {
    { try await body(self) }
  }

  /// Returns an asynchronous closure for an action with one argument.
  ///
  /// - Parameter body: gets the scope and the argument; runs where the closure is called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<Argument, Result>(
    _ body: nonisolated(nonsending) @escaping (Scope, Argument) async throws -> Result
  ) -> nonisolated(nonsending) (Argument) async throws -> Result {
    { try await body(self, $0) }
  }

  /// Returns an asynchronous closure for an action with two arguments.
  ///
  /// - Parameter body: gets the scope and the arguments; runs where the closure is called.
  /// - Returns: the closure, which keeps the scope.
  @_documentation(visibility: internal)
  public func callback<First, Second, Result>(
    _ body: nonisolated(nonsending) @escaping (Scope, First, Second) async throws -> Result
  ) -> nonisolated(nonsending) (First, Second) async throws -> Result {
    { try await body(self, $0, $1) }
  }
}
