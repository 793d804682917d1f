public import UpkeepScope

// Values in place of a definition's own, for a test. Before and after the first read.
extension Scope {
  /// Gives a definition a value.
  ///
  /// Of an atom that is the same as writing it, but `reset` goes back to it, too. A computed value is a constant
  /// then, and follows from nothing; a resource has the value at once, without a load.
  ///
  /// - Parameters:
  ///   - atom: the atom.
  ///   - value: the value there.
  public func stub<A: AtomDefinition>(_ atom: A, _ value: A.Value) {
    let stub = Stub(value)
    override(atom, with: Atom { stub.value })
  }

  /// Makes a computed value a constant: it is not computed, and follows from nothing.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - value: the value there.
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

  /// Lets a computed value of `Computed.catching` fail: it is not computed, and follows from
  /// nothing.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - error: the reason.
  @_documentation(visibility: internal)
  public func stub<C: ComputedDefinition, Success, Failure>(
    _ computed: C, throwing error: Failure
  ) where C.Value == Result<Success, Failure> {
    override(computed, with: Computed { _ in .failure(error) })
  }

  /// Lets a resource fail, at once and without a load; or be loading, and come to nothing.
  ///
  /// A value of `Computed.catching` fails without being computed.
  ///
  ///     scope.stub(Posts.post(7), throwing: Offline())
  ///     scope.stub(Posts.post(8), throwing: LoadError.stillLoading)  // loads for ever
  ///
  /// - Parameters:
  ///   - resource: the resource, or the computed value.
  ///   - error: the reason; with `LoadError.stillLoading` a resource is loading.
  public func stub<R: ResourceDefinition>(_ resource: R, throwing error: any Error) {
    override(resource, with: Resource { _ -> R.Success in throw error })
  }
}

// SAFETY: made and read by one scope, in its isolation.
/// A value on its way into a definition.
private struct Stub<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
