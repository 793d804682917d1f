public import Upkeep

/// The definition of a value that is computed from other definitions.
///
///     static let badge = Computed<String?> { get in
///       let count = get(items).count
///       return count == 0 ? nil : count < 10 ? "\(count)" : "9+"
///     }
///
/// The value depends on the definitions that the last computation read with `get`. It is computed
/// only when needed and at most once per change; an equal result does not propagate. The closure is
/// pure: `get` cannot write. For a value that can fail use `Computed.catching` or a `Resource`.
///
/// A definition that needs itself keeps its previous value and is reported. A definition made with
/// `Computed.catching` fails with a `CycleError`.
public struct Computed<Value>: ComputedDefinition, DeclaredDefinition {
  /// Refers to the declaration that made the computed value.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Computed, Value>

  @inlinable @inline(__always)
  init(
    _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value
  ) {
    handle = DefinitionHandle(
      ComputedDeclaration(nil, name, file, line, lifetime, effects, derive, compute))
  }

  /// Makes a computed value that compares by a rule, by default the rule of its type.
  ///
  /// - Parameters:
  ///   - rule: decides which results are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from the definitions that it reads.
  public init(
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(changes: rule(), name: $0, file: $1, line: $2, $3) }, compute)
  }

  /// Makes a computed value that compares by `==`.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from the definitions that it reads.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) where Value: Equatable & SendableMetatype {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(name: $0, file: $1, line: $2, $3) }, compute)
  }

  /// Makes a computed value that follows the `@Observable` models and definitions that it reads.
  ///
  ///     static let account = Atom { Account() }
  ///     static let balance = Computed(.observing) { get in get(account).balance }
  ///
  /// `DerivedProperty(.observing)` describes when the value is computed. A `Resource` that depends
  /// on a model reads such a value.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which results are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from the models and definitions that it reads.
  public init(
    _ models: ModelReading,
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(models, changes: rule(), name: $0, file: $1, line: $2, $3) }, compute)
  }
}

/// The definition of a computed value: a `Computed`, a `WritableComputed`, or a node type.
public protocol ComputedDefinition<Value>: Definition where Declared == Computed<Value> {}

extension ComputedDefinition {
  /// Not available: a computed value can neither throw nor wait.
  @available(*, unavailable, message: "use 'Computed.catching' to throw, a 'Resource' to wait")
  @_documentation(visibility: internal)
  public init(
    _ models: ModelReading? = nil, changes rule: ChangeRule<Value>? = nil,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [], name: String? = nil,
    get: @escaping @Sendable (Reader) async throws -> Value,
    set: (@Sendable (Scope, Value) async throws -> Void)? = nil
  ) { preconditionFailure() }
}
