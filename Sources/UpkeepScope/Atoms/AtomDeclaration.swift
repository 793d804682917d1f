public import Upkeep

/// The declaration of an atom.
@usableFromInline
final class AtomDeclaration<Value>: Declaration, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  @usableFromInline let initial: @Sendable () -> Value
  /// Makes the property; compiled where the type is known, with the comparison inlined.
  @usableFromInline let store: Store<Value>
  /// Makes the cell of an atom without side effects; compiled where the type is known.
  private let makePlainCell: @Sendable (AtomDeclaration, ScopeCore) -> AtomCell<Value>
  /// Reads the atom for code that does not know its type; compiled where the type is known.
  @usableFromInline let read: @Sendable (Atom<Value>, ScopeCore) -> Value
  let effects: [DefinitionEffect<Value>]
  /// A reference, so that its release need not look up its type.
  private let saving: Saving?
  /// Whether the atom has neither effects nor persistence.
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

  /// Copies a declaration with another identity and persistence.
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

  /// How the atom is saved; nil if it is not saved.
  var persistence: AtomPersistence<Value>? { saving?.persistence }

  /// Makes the atom's cell in a scope.
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
