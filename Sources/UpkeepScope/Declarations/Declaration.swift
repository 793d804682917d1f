public import Upkeep

/// The declaration of a definition: its identity, its name, its place in the source, its lifetime.
///
/// An object, so that definitions and cells hold all of it as one reference; each kind of definition whose cells are made
/// often has a subclass with the rest.
@_documentation(visibility: internal)
public class Declaration: NameMaker, @unchecked Sendable {
  // SAFETY: neither this class nor a subclass has anything that changes, but for `id` as said there, and all of it is
  // `Sendable`.

  // SAFETY: set by `identify`, while nobody else has the object. Read and written whole.
  @usableFromInline @exclusivity(unchecked) final private(set) var id: DefinitionID
  @usableFromInline final let customName: String?
  @usableFromInline final let file: StaticString
  @usableFromInline final let line: UInt
  final let lifetime: Lifetime

  /// Makes that of a definition with an identity: nil for one of its own.
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

  /// Makes the same for another identity: that of a member of a family.
  init(_ other: Declaration, as id: DefinitionID) {
    self.id = id
    customName = other.customName
    file = other.file
    line = other.line
    lifetime = other.lifetime
  }

  /// Gives it the identity of a member of a family; only while nobody else has it.
  final func identify(by id: DefinitionID) { self.id = id }

  /// Its place in the tables of scopes: see `DefinitionKey`.
  @inlinable final var place: Int { id.key.place }

  /// Its name in messages, snapshots and pictures.
  package final var name: String {
    let base = customName ?? "\(file):\(line)"
    return id.parameter.map { "\(base)(\($0))" } ?? base
  }

  /// The name to give to its properties, nil to have them show file and line; a member of a family gives it later, as
  /// one that is composed when it is asked for.
  @inlinable final var propertyName: String? {
    customName == nil || isMember ? nil : customName
  }

  /// Whether it belongs to a member of a family.
  @inlinable final var isMember: Bool { place < 0 && id.key.isOfFamily }

  final var label: Label {
    let label = Label(propertyName, file, line)
    return isMember ? label.named(by: self) : label
  }
}

/// The name of a value of a type of the program's own: `Badge`, `Draft(room: 7)`, `Page.first`.
func nodeName<Node>(_ node: Node) -> String {
  let (type, text) = ("\(Node.self)", "\(node)")
  if text == "\(type)()" { return type }
  if text.hasPrefix("\(type)(") { return text }
  return Mirror(reflecting: node).displayStyle == .enum ? "\(type).\(text)" : "\(type)(\(text))"
}
