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

  /// Finds the definition's cell by the value.
  @_documentation(visibility: internal)
  public func find(_ search: inout DefinitionSearch) { search.find(node: self) }

  /// The identity by type and value.
  var nodeID: DefinitionID { DefinitionID(ParameterKey(self)) }
}
