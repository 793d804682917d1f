// The compiler looks an unavailable declaration up where no other fits, and reports its message.
extension Property {
  /// Not available: a handler can neither throw nor wait.
  @available(*, unavailable, message: "catch an error in the handler; to wait, start a task")
  @_documentation(visibility: internal)
  @discardableResult
  public final func onChange(
    name: String? = nil, _ handler: @escaping (Value) async throws -> Void
  ) -> ChangeObservation { preconditionFailure() }
}
