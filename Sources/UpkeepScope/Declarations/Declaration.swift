public import Upkeep

/// The declaration of a definition: identity, name, source location and lifetime.
///
/// An object, so that definitions and cells hold it by one reference. Kinds of definitions whose
/// cells are made often have a subclass with the rest.
@_documentation(visibility: internal)
public class Declaration: NameMaker, @unchecked Sendable {
  // SAFETY: this class and its subclasses are immutable, except for `id`, and made of `Sendable`
  // values.

  // SAFETY: `identify` sets it while the object is uniquely referenced. Read and written whole.
  @usableFromInline @exclusivity(unchecked) final private(set) var id: DefinitionID
  @usableFromInline final let customName: String?
  @usableFromInline final let file: StaticString
  @usableFromInline final let line: UInt
  final let lifetime: Lifetime

  /// Makes a declaration; without an `id` the definition gets an identity of its own.
  @usableFromInline
  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime
  ) {
    self.id = id ?? DefinitionID(Identity())
    customName = name
    self.file = file
    self.line = line
    self.lifetime = lifetime
  }

  /// Copies a declaration with the identity of a member of a family.
  init(_ other: Declaration, as id: DefinitionID) {
    self.id = id
    customName = other.customName
    file = other.file
    line = other.line
    lifetime = other.lifetime
  }

  /// Gives the declaration the identity of a member of a family; it must be uniquely referenced.
  final func identify(by id: DefinitionID) { self.id = id }

  /// The definition's place in the tables of scopes: see `DefinitionKey`.
  @inlinable final var place: Int { id.key.place }

  /// The definition's name in messages, snapshots and graphs.
  package final var name: String { id.key.name(of: customName ?? "\(file):\(line)") }

  /// The name for its properties; nil if they show file and line.
  ///
  /// The properties of a group's member are named later, by a name composed on demand.
  @inlinable final var propertyName: String? { isMember ? nil : customName }

  /// Whether the definition is a member of a family or a node.
  @inlinable final var isMember: Bool { place < 0 }

  final var label: Label {
    let label = Label(propertyName, file, line)
    return isMember ? label.named(by: self) : label
  }
}
