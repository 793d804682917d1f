public import Upkeep

/// All that an atom says.
@usableFromInline
final class AtomDeclaration<Value>: Declaration, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  @usableFromInline let initial: @Sendable () -> Value
  /// Makes its property: where its type is known, with the comparison inlined.
  @usableFromInline let store: Store<Value>
  /// Makes its cell, for an atom without side effects: where its type is known.
  private let makePlainCell: @Sendable (AtomDeclaration, ScopeCore) -> AtomCell<Value>
  /// Reads it for code that does not know its type: made where that is known.
  @usableFromInline let read: @Sendable (Atom<Value>, ScopeCore) -> Value
  let effects: [DefinitionEffect<Value>]
  /// A reference, whose release need not look up its type.
  private let saving: Saving?
  /// Nothing happens beside it.
  private let isPlain: Bool

  private final class Saving: Sendable {
    let persistence: AtomPersistence<Value>

    init(_ persistence: AtomPersistence<Value>) { self.persistence = persistence }
  }

  @inlinable @inline(__always)
  convenience init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ initial: @escaping @Sendable () -> Value,
    _ store: @escaping Store<Value>
  ) {
    self.init(
      id, name, file, line, lifetime, effects, initial, store,
      { declaration, core in
        let stored = store(
          declaration.initial(), declaration.propertyName, declaration.file, declaration.line)
        return AtomCell(declaration, stored, core)
      }, { atom, core in core.knownValue(of: atom) { $0.value } }, isPlain: effects.isEmpty)
  }

  @usableFromInline
  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ initial: @escaping @Sendable () -> Value,
    _ store: @escaping Store<Value>,
    _ makePlainCell: @escaping @Sendable (AtomDeclaration, ScopeCore) -> AtomCell<Value>,
    _ read: @escaping @Sendable (Atom<Value>, ScopeCore) -> Value, isPlain: Bool
  ) {
    self.initial = initial
    self.store = store
    self.makePlainCell = makePlainCell
    self.read = read
    self.effects = effects
    saving = nil
    self.isPlain = isPlain
    super.init(id, name, file, line, lifetime)
  }

  /// Makes the same for an identity, and with a way of saving.
  init(
    _ other: AtomDeclaration, as id: DefinitionID, _ persistence: AtomPersistence<Value>?
  ) {
    initial = other.initial
    store = other.store
    makePlainCell = other.makePlainCell
    read = other.read
    effects = other.effects
    saving = persistence.map(Saving.init)
    isPlain = other.isPlain && persistence == nil
    super.init(other, as: id)
  }

  /// The way in which it is saved; nil if it is not.
  var persistence: AtomPersistence<Value>? { saving?.persistence }

  /// Makes its cell in a scope.
  @inline(__always)
  func makeCell(_ core: ScopeCore) -> Cell {
    if isPlain, !core.mayOverride { return makePlainCell(self, core) }
    let override = core.override(of: id)
    if isPlain, override == nil { return makePlainCell(self, core) }
    return AtomCell(self, overriddenBy: override, core)
  }
}

@usableFromInline typealias Store<Value> =
  @Sendable (
    Value, _ name: String?, StaticString, UInt
  ) -> StoredProperty<Value>
