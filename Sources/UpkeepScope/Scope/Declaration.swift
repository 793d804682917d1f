public import Upkeep

/// The declaration of a definition: identity, name, source location and lifetime.
///
/// An object, so that definitions and cells hold it by one reference. Each kind of definition has a
/// subclass, which adds the parts of that kind.
@usableFromInline
class Declaration: NameMaker, @unchecked Sendable {
  // SAFETY: this class and its subclasses are immutable, except for `id`, and made of `Sendable`
  // values.

  final let kind: DefinitionKind
  // SAFETY: `identify` sets it while the object is uniquely referenced. Read and written whole.
  @usableFromInline @exclusivity(unchecked) final private(set) var id: DefinitionID
  @usableFromInline final let customName: String?
  @usableFromInline final let file: StaticString
  @usableFromInline final let line: UInt
  final let lifetime: Lifetime

  /// Makes a declaration; without an `id` the definition gets an identity of its own.
  init(
    _ kind: DefinitionKind, _ id: DefinitionID?, _ name: String?, _ file: StaticString,
    _ line: UInt, _ lifetime: Lifetime
  ) {
    self.kind = kind
    self.id = id ?? DefinitionID(Identity())
    customName = name
    self.file = file
    self.line = line
    self.lifetime = lifetime
  }

  /// Copies a declaration with another identity.
  init(_ other: Declaration, as id: DefinitionID) {
    kind = other.kind
    self.id = id
    customName = other.customName
    file = other.file
    line = other.line
    lifetime = other.lifetime
  }

  /// Gives a declaration the identity of a family's member; copies it first if it is shared.
  @usableFromInline
  static func identify(_ declaration: inout Declaration, by id: DefinitionID) {
    if isKnownUniquelyReferenced(&declaration) {
      declaration.id = id
    } else {
      declaration = declaration.copy(as: id)
    }
  }

  /// Returns a copy with another identity.
  func copy(as id: DefinitionID) -> Declaration {
    preconditionFailure("Upkeep: a declaration must be one of three kinds")
  }

  /// Makes the definition's cell in a scope.
  func makeCell(_ core: ScopeCore) -> Cell {
    preconditionFailure("Upkeep: a declaration must be one of three kinds")
  }

  /// The definition's place in the tables of scopes: see `DefinitionKey`.
  @inlinable final var place: Int { id.key.place }

  /// The definition's name in messages, snapshots and graphs.
  package final var name: String { id.key.name(of: customName ?? "\(file):\(line)") }

  /// The name that its properties get when they are made; nil if they show file and line.
  ///
  /// The properties of a group's member are named afterwards: their name is composed on demand.
  @inlinable final var propertyName: String? {
    customName == nil || isMember ? nil : customName
  }

  /// Whether the definition is a member of a family or a node.
  @inlinable final var isMember: Bool { place < 0 }

  final var label: Label {
    let label = Label(propertyName, file, line)
    return isMember ? label.named(by: self) : label
  }
}
