public import Upkeep

/// The definition of a computed value that passes on each write.
///
///     static let fahrenheit = Atom(32)
///     static let celsius = WritableComputed(
///       get: { get in (get(fahrenheit) - 32) * 5 / 9 },
///       set: { scope, celsius in scope[fahrenheit] = celsius * 9 / 5 + 32 })
///
///     scope[celsius] = 100
///     scope[fahrenheit]  // 212
///
/// The definition stores no value: after a write, the value is computed again from its inputs.
public struct WritableComputed<Value>: ComputedDefinition, WritableDefinition, DeclaredDefinition {
  /// Refers to the declaration that made the definition.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Computed<Value>, Value>

  /// Makes a computed value that compares by a rule, by default the rule of its type.
  ///
  /// - Parameters:
  ///   - rule: decides which results are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - get: computes the value from the definitions that it reads.
  ///   - set: passes on a written value; all its writes are one change.
  public init(
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    get: @escaping @Sendable (_ get: Reader) -> Value,
    set: @escaping @Sendable (_ scope: Scope, _ value: Value) -> Void
  ) {
    handle = DefinitionHandle(
      ComputedDeclaration(
        nil, name, file, line, lifetime, effects,
        { DerivedProperty(changes: rule(), name: $0, file: $1, line: $2, $3) }, get, set))
  }

  /// Makes a computed value that compares by `==`.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - get: computes the value from the definitions that it reads.
  ///   - set: passes on a written value; all its writes are one change.
  @_documentation(visibility: internal)
  public init(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    get: @escaping @Sendable (_ get: Reader) -> Value,
    set: @escaping @Sendable (_ scope: Scope, _ value: Value) -> Void
  ) where Value: Equatable & SendableMetatype {
    handle = DefinitionHandle(
      ComputedDeclaration(
        nil, name, file, line, lifetime, effects,
        { DerivedProperty(name: $0, file: $1, line: $2, $3) }, get, set))
  }
}
