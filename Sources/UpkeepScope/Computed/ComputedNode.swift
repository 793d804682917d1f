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
  /// Refers to a declaration that is made anew.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Computed<Value>, Value> {
    DefinitionHandle(declared(set: nil))
  }

  fileprivate func declared(set: Setter<Value>?) -> ComputedDeclaration<Value> {
    ComputedDeclaration(
      nodeID, nil, #fileID, #line, lifetime, effects,
      { DerivedProperty(changes: .automatic, name: $0, file: $1, line: $2, $3) },
      { compute($0) }, set)
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
  /// Refers to a declaration that is made anew.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Computed<Value>, Value> {
    DefinitionHandle(declared { scope, value in set(value, in: scope) })
  }
}
