// A definition that means another one in a scope. Before and after the first read: readers of a
// definition follow its overriding.
extension Scope {
  /// Makes an atom, a computed value or a resource another one here.
  ///
  ///     scope.override(Settings.color, with: Atom("dark"))
  ///
  /// An atom is set to the first value of that one; a resource forgets its result. In place of a
  /// computed value that can be written there may be another such.
  ///
  /// - Parameters:
  ///   - definition: the definition.
  ///   - other: the one in its place, of the same kind.
  public func override<D: Definition>(_ definition: D, with other: D.Declared) {
    core.override(definition.definitionID, by: other)
  }

  /// Makes all definitions of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: the type of the definitions.
  ///   - make: makes the definition to use in place of one of them.
  public func override<Node: DefinitionNode>(
    all type: Node.Type, with make: @escaping (Node) -> Node.Declared
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }

  /// Makes all members of a family others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - family: the family.
  ///   - make: makes the definition to use for a parameter.
  public func override<Parameter, Member>(
    _ family: Family<Parameter, Member>, with make: @escaping (Parameter) -> Member
  ) {
    core.override(.family(family.identity)) { ($0 as? Parameter).map(make) }
  }
}
