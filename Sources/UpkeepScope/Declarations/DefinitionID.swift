/// The identity of a definition.
@_documentation(visibility: internal)
public struct DefinitionID: Hashable, Sendable {
  @usableFromInline let key: DefinitionKey

  @usableFromInline
  init(_ key: DefinitionKey) { self.key = key }

  /// Whether two definitions are the same.
  @_documentation(visibility: internal)
  public static func == (left: DefinitionID, right: DefinitionID) -> Bool {
    left.key === right.key || left.key.isEqual(to: right.key)
  }

  /// Hashes the parts that `==` compares.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(key.place) }

  /// The parameter of a member of a family; nil for one that stands alone or is a value of a type.
  var parameter: Any? {
    if case .family? = key.group { return key.parameter }
    return nil
  }
}

/// Many definitions: a family, or all values of one type.
@usableFromInline
enum DefinitionGroup: Hashable {
  case family(Identity)
  case type(ObjectIdentifier)
}

/// The key that a `DefinitionID` compares.
@usableFromInline
class DefinitionKey: @unchecked Sendable {
  // SAFETY: neither this class nor a subclass has anything that changes, and all of it is
  // `Sendable`.

  /// Its place in the tables of all scopes, or for a member of a group its hash, made negative.
  ///
  /// Equal for equal keys.
  @usableFromInline final let place: Int
  /// The family, or the type, to which it belongs.
  final let group: DefinitionGroup?

  @usableFromInline
  init(place: Int, _ group: DefinitionGroup?) {
    self.place = place
    self.group = group
  }

  /// The parameter of a member of a family, or the value of a type.
  var parameter: Any? { nil }

  /// Whether it belongs to a family.
  @usableFromInline final var isOfFamily: Bool {
    if case .family? = group { true } else { false }
  }

  /// Whether another object with the same place is an equal key.
  func isEqual(to other: DefinitionKey) -> Bool { false }
}

/// One definition or family, told from others by its address.
@usableFromInline
final class Identity: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable.

  /// Takes a place, which is given to another one when this one is gone.
  ///
  /// A scope that has something in that place keeps this object.
  init() { super.init(place: SlotNumbers.shared.take(), nil) }

  deinit { SlotNumbers.shared.give(place) }
}

extension Identity: Hashable {
  @usableFromInline static func == (left: Identity, right: Identity) -> Bool { left === right }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
