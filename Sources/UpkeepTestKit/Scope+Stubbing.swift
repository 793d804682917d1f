public import UpkeepScope

// Values that replace a definition's own value in a test, before or after the first read.
extension Scope {
  /// Gives a definition a fixed value.
  ///
  /// An atom is set to the value, also by `reset`, and is not saved. A computed value becomes a
  /// constant without dependencies. A resource has the value at once, without a load.
  ///
  /// - Parameters:
  ///   - atom: the atom.
  ///   - value: the value.
  public func stub<A: AtomDefinition>(_ atom: A, _ value: A.Value) {
    let stub = Stub(value)
    override(atom, with: Atom { stub.value })
  }

  /// Makes a computed value a constant, which is not computed and has no dependencies.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - value: the value.
  @_documentation(visibility: internal)
  public func stub<C: ComputedDefinition>(_ computed: C, _ value: C.Value) {
    let stub = Stub(value)
    override(computed, with: Computed { _ in stub.value })
  }

  /// Gives a resource a value, at once and without a load.
  ///
  /// - Parameters:
  ///   - resource: the resource.
  ///   - value: the value.
  @_documentation(visibility: internal)
  public func stub<R: ResourceDefinition>(_ resource: R, _ value: R.Success) {
    let stub = Stub(value)
    override(resource, with: Resource { _ in stub.value })
  }

  /// Makes a computed value of `Computed.catching` fail, without computing it and without
  /// dependencies.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - error: the error.
  @_documentation(visibility: internal)
  public func stub<C: ComputedDefinition, Success, Failure>(
    _ computed: C, throwing error: Failure
  ) where C.Value == Result<Success, Failure> {
    override(computed, with: Computed { _ in .failure(error) })
  }

  /// Makes a resource fail, at once and without a load, or load forever.
  ///
  /// A value of `Computed.catching` fails without being computed.
  ///
  ///     scope.stub(Posts.post(7), throwing: Offline())
  ///     scope.stub(Posts.post(8), throwing: LoadError.stillLoading)  // loads forever
  ///
  /// - Parameters:
  ///   - resource: the resource, or the computed value.
  ///   - error: the error; `LoadError.stillLoading` makes a resource load forever.
  public func stub<R: ResourceDefinition>(_ resource: R, throwing error: any Error) {
    override(resource, with: Resource { _ -> R.Success in throw error })
  }
}

// SAFETY: made and read by one scope, in its isolation.
/// A value that a definition's closure captures.
private struct Stub<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
