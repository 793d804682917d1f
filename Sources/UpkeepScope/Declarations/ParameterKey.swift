/// The key of a family's member or of a node.
@usableFromInline
final class ParameterKey<Parameter: Hashable & Sendable>: DefinitionKey, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.
  @usableFromInline let value: Parameter

  /// Makes the key of a family's member.
  @inlinable
  init(_ value: Parameter, of family: Identity) {
    self.value = value
    // The hash that `Dictionary` uses: a type's own `hashValue` may be poorly mixed, and the places
    // would cluster. The seed separates members of different families with equal parameters.
    super.init(place: value._rawHashValue(seed: family.place) | Int.min, .family(family))
  }

  /// Makes the key of a node.
  init(_ value: Parameter) {
    self.value = value
    super.init(place: Self.place(of: value), .type(ObjectIdentifier(Parameter.self)))
  }

  /// Returns the place of a node.
  static func place(of value: Parameter) -> Int { value._rawHashValue(seed: 0) | Int.min }

  override var parameter: Any? { value }

  override func name(of declaration: String) -> String {
    if case .family? = group { "\(declaration)(\(value))" } else { nodeName }
  }

  /// The name of a node: `Badge`, `Draft(room: 7)`, `Page.first`.
  private var nodeName: String {
    let (type, text) = ("\(Parameter.self)", "\(value)")
    if text == "\(type)()" { return type }
    if text.hasPrefix("\(type)(") { return text }
    let isEnum = Mirror(reflecting: value).displayStyle == .enum
    return isEnum ? "\(type).\(text)" : "\(type)(\(text))"
  }

  override func isEqual(to other: DefinitionKey) -> Bool {
    guard place == other.place, type(of: other) == type(of: self), group == other.group else {
      return false
    }
    // SAFETY: it is of this type, which has no subclasses.
    return value == unsafeDowncast(other, to: ParameterKey.self).value
  }
}

extension DefinitionKey {
  /// Returns whether this is the key of a node, without making another key to compare with.
  final func isKey<Node: Hashable & Sendable>(of node: Node) -> Bool {
    guard case .type? = group, type(of: self) == ParameterKey<Node>.self else { return false }
    // SAFETY: it is of this type, which has no subclasses.
    return unsafeDowncast(self, to: ParameterKey<Node>.self).value == node
  }
}
