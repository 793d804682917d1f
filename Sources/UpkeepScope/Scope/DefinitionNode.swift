/// A type whose values are definitions: the common part of `AtomNode`, `ComputedNode` and
/// `ResourceNode`.
///
/// Equal values of the type are the same definition.
public protocol DefinitionNode<Value>: Definition, Hashable {
  /// The time for which a scope keeps it; `.whileUsed` if nothing else is said.
  var lifetime: Lifetime { get }

  /// Its effects; by default none.
  var effects: [DefinitionEffect<Value>] { get }
}

extension DefinitionNode {
  /// As long as it is needed, and an atom that was written as long as its scope.
  public var lifetime: Lifetime { .whileUsed }

  /// None.
  public var effects: [DefinitionEffect<Value>] { [] }

  /// Its identity: its type and its value.
  @_documentation(visibility: internal)
  public var definitionID: DefinitionID { DefinitionID(ParameterKey(self)) }

  /// None: it is found by its value.
  @_documentation(visibility: internal)
  public var definitionSlot: Int { -1 }

  /// Its cell in the table of a scope that is looked up by a parameter.
  @_documentation(visibility: internal)
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? { core.memberCell(of: self) }
}
