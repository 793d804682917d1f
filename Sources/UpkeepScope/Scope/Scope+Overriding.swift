// Overriding a definition in a scope, before or after its first read: its readers follow the
// override.
extension Scope {
  /// Replaces an atom, a computed value or a resource in this scope.
  ///
  ///     scope.override(Settings.color, with: Atom("dark"))
  ///
  /// An atom is set to the first value of its replacement; a resource forgets its result. A
  /// writable computed value is replaced by another writable computed value.
  ///
  /// An atom is from then on saved as its replacement says: in a storage of the replacement, whose
  /// saved value then comes first, or not at all. Its own storage keeps what the atom was before.
  /// Name, lifetime and effects stay those of `definition`.
  ///
  /// - Parameters:
  ///   - definition: the definition to replace.
  ///   - other: the replacement, of the same kind.
  public func override<D: Definition>(_ definition: D, with other: D.Declared)
  where D.Declared: DeclaredDefinition {
    core.override(definition.definitionID, by: other.declaration)
  }

  /// Replaces all definitions of a type in this scope, except those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: the type of the definitions.
  ///   - make: makes the replacement for a definition.
  public func override<Node: DefinitionNode>(
    all type: Node.Type, with make: @escaping (Node) -> Node.Declared
  ) where Node.Declared: DeclaredDefinition {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map { make($0).declaration } }
  }

  /// Replaces all members of a family in this scope, except those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - family: the family.
  ///   - make: makes the replacement for a parameter.
  public func override<Parameter, Member>(
    _ family: Family<Parameter, Member>, with make: @escaping (Parameter) -> Member
  ) {
    core.override(.family(family.identity)) { ($0 as? Parameter).map { make($0).declaration } }
  }
}
