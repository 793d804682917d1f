// The compiler looks an unavailable declaration up where no other fits, and reports its message.
extension EffectOwner {
  /// Not available: an effect with a target cannot wait.
  @available(
    *, unavailable,
    message: "an effect cannot wait: read the values in it, and start a task that waits"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func keepUpToDate<Target: AnyObject>(
    _ target: Target, dependencies: [UntypedProperty]? = nil, name: String? = nil,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping (Target) async throws -> Void
  ) -> EffectToken { preconditionFailure() }

  /// Not available: a handler cannot wait.
  @available(*, unavailable, message: "a handler cannot wait: start a task that waits")
  @_documentation(visibility: internal)
  @discardableResult
  public func onTransition<Value>(
    _ property: Property<Value>, initially: Bool = true, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, onError: ((any Error) -> Void)? = nil,
    _ handler: @escaping (Value?, Value) async throws -> Void
  ) -> EffectToken { preconditionFailure() }

  /// Not available: neither a condition nor an action can wait.
  @available(
    *, unavailable,
    message: "an effect cannot wait: read the values in it, and start a task that waits"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func when(
    _ condition: @escaping () async throws -> Bool, name: String? = nil,
    onError: ((any Error) -> Void)? = nil, perform action: @escaping () async throws -> Void
  ) -> EffectToken { preconditionFailure() }
}
