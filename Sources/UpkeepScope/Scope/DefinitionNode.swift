/// A type whose values are definitions: an `AtomNode`, `ComputedNode` or `ResourceNode`.
///
/// Equal values of the type are the same definition.
public protocol DefinitionNode<Value>: Definition, Hashable {
  /// The time for which a scope keeps the definition; `.whileUsed` by default.
  var lifetime: Lifetime { get }

  /// The definition's effects; none by default.
  var effects: [DefinitionEffect<Value>] { get }
}

extension DefinitionNode {
  /// `.whileUsed`: as long as the value is needed; a written atom stays as long as its scope.
  public var lifetime: Lifetime { .whileUsed }

  /// No effects.
  public var effects: [DefinitionEffect<Value>] { [] }

  /// Identifies the definition by its type and its value.
  @_documentation(visibility: internal)
  public var definitionID: DefinitionID { DefinitionID(ParameterKey(self)) }

  /// Negative: a node is found by its value.
  @_documentation(visibility: internal)
  public var definitionSlot: Int { -1 }

  /// Returns the definition's cell; nil if the scope has none.
  @_documentation(visibility: internal)
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? { core.memberCell(of: self) }
}
