/// The identity of a definition.
@usableFromInline
struct DefinitionID: Hashable, Sendable {
  @usableFromInline let key: DefinitionKey

  @usableFromInline
  init(_ key: DefinitionKey) { self.key = key }

  /// Returns whether two definitions are the same.
  @usableFromInline
  static func == (left: DefinitionID, right: DefinitionID) -> Bool {
    left.key === right.key || left.key.isEqual(to: right.key)
  }

  /// Hashes the parts that `==` compares.
  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(key.place) }
}

/// A group of definitions: a family, or all values of one node type.
@usableFromInline
enum DefinitionGroup: Hashable {
  case family(Identity)
  case type(ObjectIdentifier)
}

/// The key that a `DefinitionID` compares.
@usableFromInline
class DefinitionKey: @unchecked Sendable {
  // SAFETY: this class and its subclasses are immutable and made of `Sendable` values.

  /// The place in the tables of all scopes; for a member of a group its hash, made negative.
  ///
  /// Equal keys have equal places.
  @usableFromInline final let place: Int
  /// The family or node type of the definition; nil for any other definition.
  final let group: DefinitionGroup?

  @usableFromInline
  init(place: Int, _ group: DefinitionGroup?) {
    self.place = place
    self.group = group
  }

  /// The parameter of a family's member, or the node; nil for any other definition.
  var parameter: Any? { nil }

  /// Returns the definition's name, given the name in its declaration.
  func name(of declaration: String) -> String { declaration }

  /// Returns whether another object with the same place is an equal key.
  func isEqual(to other: DefinitionKey) -> Bool { false }
}

/// The identity of one definition or family: its address.
@usableFromInline
final class Identity: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable.

  /// Takes a place, which is reused after this object is released.
  ///
  /// A scope with a cell in the place keeps this object.
  init() { super.init(place: SlotNumbers.shared.take(), nil) }

  deinit { SlotNumbers.shared.give(place) }
}

extension Identity: Hashable {
  @usableFromInline static func == (left: Identity, right: Identity) -> Bool { left === right }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
