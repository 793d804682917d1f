public import Upkeep

/// The declaration of an atom.
@usableFromInline
final class AtomDeclaration<Value>: ValueDeclaration<Value>, @unchecked Sendable {
  // SAFETY: immutable, and made of `Sendable` values.

  @usableFromInline let initial: @Sendable () -> Value
  /// Makes the property; compiled where the type is known, with the comparison inlined.
  @usableFromInline let store: Store<Value>
  /// Makes the cell of an atom without side effects; compiled where the type is known.
  private let makePlainCell: @Sendable (AtomDeclaration, ScopeCore) -> AtomCell<Value>
  /// The persistence; held by reference, so that its release need not look up its type.
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
      }, { $0.value }, isPlain: effects.isEmpty)
  }

  @usableFromInline
  init(
    _ id: DefinitionID?, _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ initial: @escaping @Sendable () -> Value,
    _ store: @escaping Store<Value>,
    _ makePlainCell: @escaping @Sendable (AtomDeclaration, ScopeCore) -> AtomCell<Value>,
    _ load: @escaping @Sendable (Property<Value>) -> Value, isPlain: Bool
  ) {
    self.initial = initial
    self.store = store
    self.makePlainCell = makePlainCell
    saving = nil
    self.isPlain = isPlain
    super.init(.atom, id, name, file, line, lifetime, effects, load)
  }

  /// Copies a declaration with another identity and persistence.
  init(
    _ other: AtomDeclaration, as id: DefinitionID, _ persistence: AtomPersistence<Value>?
  ) {
    initial = other.initial
    store = other.store
    makePlainCell = other.makePlainCell
    saving = persistence.map(Saving.init)
    isPlain = other.isPlain && persistence == nil
    super.init(other, as: id)
  }

  /// How the atom is saved; nil if it is not saved.
  var persistence: AtomPersistence<Value>? { saving?.persistence }

  override func copy(as id: DefinitionID) -> Declaration {
    AtomDeclaration(self, as: id, persistence)
  }

  override func makeCell(_ core: ScopeCore) -> Cell {
    if isPlain, !core.mayOverride { return makePlainCell(self, core) }
    let override = core.override(of: id)
    if isPlain, override == nil { return makePlainCell(self, core) }
    return AtomCell(self, overriddenBy: override, core)
  }

  override func write(_ value: Value, in scope: Scope) {
    scope.core.atomCell(of: Atom(self)).write(value)
  }
}

@usableFromInline typealias Store<Value> =
  @Sendable (
    Value, _ name: String?, StaticString, UInt
  ) -> StoredProperty<Value>
