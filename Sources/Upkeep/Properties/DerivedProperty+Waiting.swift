// The compiler looks an unavailable declaration up where no other fits, and reports its message.
extension DerivedProperty {
  /// Not available: a derivation can neither throw nor wait.
  @available(
    *, unavailable,
    message: "to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task"
  )
  @_documentation(visibility: internal)
  public convenience init<each Input>(
    _ input: repeat Property<each Input>, dependencies: [UntypedProperty]? = nil,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    calculate: @escaping (repeat each Input) async throws -> Value
  ) { preconditionFailure() }
}

extension Property {
  /// Not available: a derivation can neither throw nor wait.
  @available(
    *, unavailable,
    message: "to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task"
  )
  @_documentation(visibility: internal)
  public final func map<Output>(
    name: String? = nil, _ transform: @escaping (Value) async throws -> Output
  ) -> DerivedProperty<Output> { preconditionFailure() }
}
