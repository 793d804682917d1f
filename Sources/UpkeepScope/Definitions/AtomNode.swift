import Upkeep

/// A type whose values are atoms: the long form of `Atom`, and with stored properties that of a `Family`.
///
///     struct Draft: AtomNode {
///       let room: Room.ID
///       func initial() -> String { "" }
///     }
///
///     scope[Draft(room: 7)] = "Hello"
///
/// Equal values of the type are the same atom.
public protocol AtomNode: AtomDefinition, Hashable {
  /// The type of the value.
  associatedtype Value

  /// Computes the first value, once in each scope.
  func initial() -> Value

  /// How long a scope keeps it; `.whileUsed` if nothing else is said.
  var lifetime: Lifetime { get }

  /// What is to happen beside it; nothing if nothing else is said.
  var effects: [DefinitionEffect<Value>] { get }
}

extension AtomNode {
  /// As long as it is needed, and once it was written as long as its scope.
  public var lifetime: Lifetime { .whileUsed }

  /// None.
  public var effects: [DefinitionEffect<Value>] { [] }

  /// What tells this definition from all others: its type and its value.
  public var definitionID: DefinitionID { DefinitionID(ParameterKey(self, of: nil)) }

  /// None: it is found by its value.
  @_documentation(visibility: internal)
  public var definitionSlot: Int { -1 }

  /// The same in the short form.
  @_documentation(visibility: internal)
  public var atom: Atom<Value> {
    Atom(Declaration(self, lifetime), effects, { initial() }) {
      StoredProperty($0, name: $1, file: $2, line: $3)
    }
  }
}
