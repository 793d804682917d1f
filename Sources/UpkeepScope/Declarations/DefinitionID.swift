/// The identity of a definition.
@_documentation(visibility: internal)
public struct DefinitionID: Hashable, Sendable {
  let key: DefinitionKey

  init(_ key: DefinitionKey) { self.key = key }

  /// Whether two definitions are the same.
  @_documentation(visibility: internal)
  public static func == (left: DefinitionID, right: DefinitionID) -> Bool {
    left.key === right.key || left.key.isEqual(to: right.key)
  }

  /// Hashes the parts that `==` compares.
  @_documentation(visibility: internal)
  public func hash(into hasher: inout Hasher) { hasher.combine(key.hash) }

  /// The parameter of a member of a family; nil for one that stands alone or is a value of a type.
  var parameter: Any? {
    if case .family? = key.group { return key.parameter }
    return nil
  }
}

/// Many definitions: a family, or all values of one type.
enum DefinitionGroup: Hashable {
  case family(Identity)
  case type(ObjectIdentifier)
}

/// The key that a `DefinitionID` compares.
class DefinitionKey: @unchecked Sendable {
  // SAFETY: neither this class nor a subclass has anything that changes, and all of it is
  // `Sendable`.

  /// Equal for equal keys.
  final let hash: Int
  /// The family, or the type, to which it belongs.
  final let group: DefinitionGroup?

  init(hash: Int, _ group: DefinitionGroup?) {
    self.hash = hash
    self.group = group
  }

  /// The parameter of a member of a family, or the value of a type.
  var parameter: Any? { nil }

  /// Whether another object is an equal key.
  func isEqual(to other: DefinitionKey) -> Bool { false }
}

/// One definition or family, told from others by its address.
final class Identity: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable.

  /// Its place in the tables of all scopes, given to another one when this one is gone.
  ///
  /// A scope that has something in that place keeps this object.
  let slot: Int

  init() {
    slot = SlotNumbers.shared.take()
    super.init(hash: slot, nil)
  }

  deinit { SlotNumbers.shared.give(slot) }

}

extension Identity: Hashable {
  static func == (left: Identity, right: Identity) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A member of a family, or a value of a type.
final class ParameterKey<Parameter: Hashable & Sendable>: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.
  private let value: Parameter

  init(_ value: Parameter, of family: Identity?) {
    self.value = value
    let group = family.map(DefinitionGroup.family) ?? .type(ObjectIdentifier(Parameter.self))
    super.init(hash: value.hashValue, group)
  }

  override var parameter: Any? { value }

  override func isEqual(to other: DefinitionKey) -> Bool {
    guard hash == other.hash, group == other.group, let other = other as? ParameterKey else {
      return false
    }
    return value == other.value
  }
}
