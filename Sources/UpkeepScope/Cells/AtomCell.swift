public import Upkeep

/// An atom in a scope.
@_documentation(visibility: internal)
public final class AtomCell<Value>: Cell {
  @usableFromInline let stored: StoredProperty<Value>
  /// Its definition.
  let atom: Atom<Value>
  /// What stands for its definition.
  private var override: Atom<Value>?
  private let runner: EffectRunner<Value>?
  /// Something happens beside it.
  @usableFromInline let hasEffects: Bool
  // SAFETY: read and written whole.
  /// It was written: what a program has said is not lost before its scope.
  @usableFromInline @exclusivity(unchecked) var isWritten: Bool

  /// Makes one beside which nothing happens.
  @usableFromInline
  init(_ atom: Atom<Value>, _ stored: StoredProperty<Value>, _ core: ScopeCore) {
    self.atom = atom
    self.stored = stored
    runner = nil
    hasEffects = false
    isWritten = false
    super.init(.atom, atom.declaration, stored, core)
  }

  @usableFromInline @inline(never)
  init(_ atom: Atom<Value>, overriddenBy override: Any?, _ core: ScopeCore) {
    let declaration = atom.declaration
    let override = override as? Atom<Value>
    self.override = override
    self.atom = atom
    let saving = atom.coding.map { core.saving(of: atom, $0) }
    runner = EffectRunner(
      atom.effects + (saving?.effect.map { [$0] } ?? []), declaration,
      unless: automaticComparison())
    hasEffects = runner != nil
    var first = saving?.value ?? (override ?? atom).initial()
    if let runner { first = runner.initialize(first) ?? first }
    isWritten = saving?.value != nil
    stored = atom.store(first, declaration.propertyName, declaration.file, declaration.line)
    super.init(.atom, declaration, stored, core)
    runner?.connect(
      read: { [weak stored] in stored?.storedValue }, write: { [weak self] in self?.write($0) })
  }

  override var canGo: Bool {
    switch declaration.lifetime.kind {
    case .keep: false
    // What is changed behind a reference was not written, and is not to be lost either.
    case .whileUsed: declaration.slot < 0 && !isWritten && !(Value.self is AnyObject.Type)
    case .keepFor, .lru: true
    }
  }

  /// What happens beside it is told when a turn has ended in which it was written.
  override var endOfTurn: (() -> Void)? {
    runner.map { runner in { [unowned runner] in runner.turnEnded() } }
  }

  @inlinable
  func write(_ value: Value) {
    stored.value = value
    didEdit()
  }

  override func reset() { write(untracked { (override ?? atom).initial() }) }

  @inlinable
  func didEdit() {
    isWritten = true
    if hasEffects { tell() }
  }

  @usableFromInline
  func tell() { stored.tellAtEndOfTurn() }

  override var savedAtom: SavedAtom? { stored.storedValue.map { SavedAtom(self, $0) } }

  override var codingKey: String? { atom.coding?.key }

  override func restore(from decoder: any Decoder) throws {
    if let coding = atom.coding { write(try coding.decode(decoder)) }
  }

  override func replaceDefinition(by definition: Any) {
    guard let atom = definition as? Atom<Value> else { return }
    override = atom
    reset()
  }

  override func end() {
    super.end()
    runner?.end()
  }
}
