public import Upkeep

/// The declaration of a computed value.
@usableFromInline
final class ComputedDeclaration<Value>: ValueDeclaration<Value>, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  let compute: @Sendable (Reader) -> Value
  let derive: Derive<Value>
  /// Passes on a written value; nil if the definition is not writable.
  let set: Setter<Value>?

  @inlinable @inline(__always)
  convenience init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value, _ set: Setter<Value>? = nil
  ) {
    self.init(id, name, file, line, lifetime, effects, derive, compute, set) { $0.value }
  }

  @usableFromInline
  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value, _ set: Setter<Value>?,
    _ load: @escaping @Sendable (Property<Value>) -> Value
  ) {
    self.compute = compute
    self.derive = derive
    self.set = set
    super.init(.computed, id, name, file, line, lifetime, effects, load)
  }

  /// Copies a declaration with another identity.
  init(_ other: ComputedDeclaration, as id: DefinitionID) {
    compute = other.compute
    derive = other.derive
    set = other.set
    super.init(other, as: id)
  }

  override func copy(as id: DefinitionID) -> Declaration { ComputedDeclaration(self, as: id) }

  override func makeCell(_ core: ScopeCore) -> Cell {
    ComputedCell(self, core.override(of: id), core)
  }

  override func write(_ value: Value, in scope: Scope) {
    let override = scope.core.override(of: id) as? ComputedDeclaration
    guard let set = override?.set ?? set else { return super.write(value, in: scope) }
    scope.core.passOn(id, label) { set(scope, value) }
  }
}

/// Makes a computed value's property; compiled where the type is known, for an inlined comparison.
@usableFromInline typealias Derive<Value> =
  @Sendable (
    _ name: String?, StaticString, UInt, @escaping () -> Value
  ) -> DerivedProperty<Value>

/// Passes on a written value.
@usableFromInline typealias Setter<Value> = @Sendable (Scope, Value) -> Void
