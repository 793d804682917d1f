import Upkeep

/// A type whose values are computed values.
///
/// A node without stored properties is like a `Computed`; one with stored properties is like a
/// `Family`.
///
///     struct Filtered: ComputedNode {
///       let prefix: String
///       func compute(_ get: Reader) -> [String] { get(Names.all).filter { $0.hasPrefix(prefix) } }
///     }
///
/// Equal values of the type are the same computed value.
public protocol ComputedNode: ComputedDefinition, DefinitionNode {
  /// The type of the value.
  associatedtype Value

  /// Computes the value from the definitions that it reads.
  ///
  /// - Parameter get: reads other definitions and makes this one depend on them.
  /// - Returns: the value.
  func compute(_ get: Reader) -> Value
}

extension ComputedNode {
  /// The definition as a `Computed`.
  @_documentation(visibility: internal)
  public var computed: Computed<Value> {
    Computed(
      ComputedDeclaration(
        definitionID, nil, #fileID, #line, lifetime, effects,
        { DerivedProperty(changes: .automatic, name: $0, file: $1, line: $2, $3) },
        { compute($0) }))
  }
}

/// A type whose values are computed values that pass on each write, like `WritableComputed`.
public protocol WritableComputedNode: ComputedNode, WritableDefinition {
  /// Passes on a written value.
  ///
  /// - Parameters:
  ///   - value: the new value.
  ///   - scope: the scope in which to write the definitions that this value depends on.
  func set(_ value: Value, in scope: Scope)
}

extension WritableComputedNode {
  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  public func write(_ value: Value, in scope: Scope) {
    let override = scope.core.override(of: definitionID) as? WritableComputed<Value>
    scope.core.passOn(definitionID, computed.declaration.label) {
      if let override { override.set(scope, value) } else { set(value, in: scope) }
    }
  }
}
