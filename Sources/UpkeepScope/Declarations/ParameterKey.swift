/// A member of a family, or a value of a type.
@usableFromInline
final class ParameterKey<Parameter: Hashable & Sendable>: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.
  @usableFromInline let value: Parameter

  /// Makes that of a member of a family.
  @inlinable
  init(_ value: Parameter, of family: Identity) {
    self.value = value
    // The hash that a `Dictionary` asks for: `hashValue` is not mixed where the type gives it itself, and then places would
    // lie side by side. Members of several families for one parameter lie apart.
    super.init(place: value._rawHashValue(seed: family.place) | Int.min, .family(family))
  }

  /// Makes that of a value of a type.
  init(_ value: Parameter) {
    self.value = value
    super.init(place: Self.place(of: value), .type(ObjectIdentifier(Parameter.self)))
  }

  /// The place of a value of a type.
  static func place(of value: Parameter) -> Int { value._rawHashValue(seed: 0) | Int.min }

  override var parameter: Any? { value }

  override func isEqual(to other: DefinitionKey) -> Bool {
    guard place == other.place, type(of: other) == type(of: self), group == other.group else {
      return false
    }
    // SAFETY: it is of this type, which has no subclasses.
    return value == unsafeDowncast(other, to: ParameterKey.self).value
  }
}

extension DefinitionKey {
  /// Whether it is that of a value of a type.
  ///
  /// The same as to compare it with the key of that, which need not be made.
  final func isKey<Node: Hashable & Sendable>(of node: Node) -> Bool {
    guard case .type? = group, type(of: self) == ParameterKey<Node>.self else { return false }
    // SAFETY: it is of this type, which has no subclasses.
    return unsafeDowncast(self, to: ParameterKey<Node>.self).value == node
  }
}
