import Upkeep

/// A declaration that knows the type of the definition's value.
@usableFromInline
class ValueDeclaration<Value>: Declaration, @unchecked Sendable {
  // SAFETY: this class and its subclasses are immutable, and made of `Sendable` values.

  /// Loads the value for code that does not know its type; compiled where the type is known.
  final let load: @Sendable (Property<Value>) -> Value
  final let effects: [DefinitionEffect<Value>]

  init(
    _ kind: DefinitionKind, _ id: DefinitionID?, _ name: String?, _ file: StaticString,
    _ line: UInt, _ lifetime: Lifetime, _ effects: [DefinitionEffect<Value>],
    _ load: @escaping @Sendable (Property<Value>) -> Value
  ) {
    self.load = load
    self.effects = effects
    super.init(kind, id, name, file, line, lifetime)
  }

  /// Copies a declaration with another identity.
  init(_ other: ValueDeclaration, as id: DefinitionID) {
    load = other.load
    effects = other.effects
    super.init(other, as: id)
  }

  /// Writes the definition's value in a scope.
  func write(_ value: Value, in scope: Scope) {
    Misuse.report(.notWritable(property: name, kind: "\(kind) value"))
  }
}
