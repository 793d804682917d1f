import Upkeep

/// A type whose values are atoms.
///
/// A node without stored properties is like an `Atom`; one with stored properties is like a
/// `Family`.
///
///     struct Draft: AtomNode {
///       let room: Room.ID
///       func initial() -> String { "" }
///     }
///
///     scope[Draft(room: 7)] = "Hello"
///
/// Equal values of the type are the same atom.
public protocol AtomNode: AtomDefinition, DefinitionNode {
  /// The type of the value.
  associatedtype Value

  /// Computes the first value, once in each scope.
  func initial() -> Value
}

extension AtomNode {
  /// Refers to a declaration that is made anew.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Atom<Value>, Value> {
    DefinitionHandle(
      AtomDeclaration(nodeID, nil, #fileID, #line, lifetime, effects, { initial() }) {
        StoredProperty($0, name: $1, file: $2, line: $3)
      })
  }
}
