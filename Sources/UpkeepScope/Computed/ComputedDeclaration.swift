public import Upkeep

/// The declaration of a computed value.
@usableFromInline
final class ComputedDeclaration<Value>: Declaration, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  let compute: @Sendable (Reader) -> Value
  let derive: Derive<Value>
  /// Reads the value for code that does not know its type; compiled where the type is known.
  @usableFromInline let read: @Sendable (Computed<Value>, ScopeCore) -> Value
  let effects: [DefinitionEffect<Value>]

  @inlinable @inline(__always)
  convenience init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value
  ) {
    self.init(id, name, file, line, lifetime, effects, derive, compute) { computed, core in
      core.knownValue(of: computed) { $0.value }
    }
  }

  @usableFromInline
  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value,
    _ read: @escaping @Sendable (Computed<Value>, ScopeCore) -> Value
  ) {
    self.compute = compute
    self.derive = derive
    self.read = read
    self.effects = effects
    super.init(id, name, file, line, lifetime)
  }

  /// Copies a declaration with another identity.
  init(_ other: ComputedDeclaration, as id: DefinitionID) {
    compute = other.compute
    derive = other.derive
    read = other.read
    effects = other.effects
    super.init(other, as: id)
  }
}

/// Makes a computed value's property; compiled where the type is known, for an inlined comparison.
@usableFromInline typealias Derive<Value> =
  @Sendable (
    _ name: String?, StaticString, UInt, @escaping () -> Value
  ) -> DerivedProperty<Value>
