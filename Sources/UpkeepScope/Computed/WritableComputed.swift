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
/// The definition stores no value: after a write it shows the value computed from the written ones.
public struct WritableComputed<Value>: ComputedDefinition, WritableDefinition, DeclaredDefinition {
  /// The definition as a `Computed`.
  @_documentation(visibility: internal)
  public private(set) var computed: Computed<Value>
  let set: @Sendable (Scope, Value) -> Void

  /// Makes a computed value that compares by a rule, by default that of its type.
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
    computed = Computed(
      changes: rule(), lifetime: lifetime, effects: effects, name: name, file: file, line: line, get
    )
    self.set = set
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
    computed = Computed(
      lifetime: lifetime, effects: effects, name: name, file: file, line: line, get)
    self.set = set
  }

  /// The declaration that made the definition.
  @_documentation(visibility: internal)
  @inlinable public var declaration: Declaration { computed.body }

  /// The definition's place in a scope's table.
  @_documentation(visibility: internal)
  @inlinable public var definitionSlot: Int { computed.definitionSlot }

  /// Gives the definition another identity.
  @_documentation(visibility: internal)
  public mutating func identify(by id: DefinitionID) { computed.identify(by: id) }

  /// Returns the definition's cell; nil if the scope has none.
  @_documentation(visibility: internal)
  @inlinable
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? {
    core.memberCell(of: computed.body)
  }

  /// Reads the definition for code that does not know its type.
  @_documentation(visibility: internal)
  @inlinable
  public func read(in core: ScopeCore) -> Value { computed.read(in: core) }

  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  public func write(_ value: Value, in scope: Scope) {
    let override = scope.core.override(of: definitionID) as? WritableComputed
    scope.core.passOn(definitionID, declaration.label) { (override ?? self).set(scope, value) }
  }
}
