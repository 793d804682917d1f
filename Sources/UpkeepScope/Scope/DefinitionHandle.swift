/// A reference to the declaration of a definition that a `Declared` can override.
@_documentation(visibility: internal)
public struct DefinitionHandle<Declared, Value>: Sendable {
  /// The definition's place in a scope's table; negative if the definition is found by parameter.
  ///
  /// Copy of `declaration.place`, so that a read needs no indirection.
  @usableFromInline private(set) var place: Int
  @usableFromInline private(set) var declaration: Declaration

  @inlinable
  init(_ declaration: Declaration) {
    place = declaration.place
    self.declaration = declaration
  }

  /// Gives the definition the identity of a member of a family.
  @inlinable
  mutating func identify(by id: DefinitionID) {
    Declaration.identify(&declaration, by: id)
    place = declaration.place
  }
}
