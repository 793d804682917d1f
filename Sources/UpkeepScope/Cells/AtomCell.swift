public import Upkeep

/// An atom in a scope.
@usableFromInline
final class AtomCell<Value>: Cell {
  @usableFromInline let stored: StoredProperty<Value>
  /// Its definition.
  let atom: Atom<Value>
  private var initial: () -> Value
  private let runner: EffectRunner<Value>?
  /// It was written: what a program has said is not lost before its scope.
  private(set) var isWritten: Bool

  init(_ atom: Atom<Value>, _ override: Any?, _ core: ScopeCore) {
    let declaration = atom.declaration
    let initial: () -> Value = ((override as? Atom<Value>) ?? atom).initial
    self.initial = initial
    let saving = core.saving(of: atom)
    let runner = EffectRunner(
      atom.effects + (saving.effect.map { [$0] } ?? []), declaration.name,
      unless: automaticComparison())
    self.runner = runner
    var first = saving.value ?? initial()
    first = runner?.initialize(first) ?? first
    isWritten = saving.value != nil
    self.atom = atom
    stored = atom.store(first, declaration.propertyName, declaration.file, declaration.line)
    super.init(.atom, declaration, stored, core)
    runner?.connect(
      read: { [unowned stored] in stored.storedValue }, write: { [unowned self] in write($0) })
  }

  override var canGo: Bool {
    switch declaration.lifetime.kind {
    case .keep: false
    // What is changed behind a reference was not written, and is not to be lost either.
    case .whileUsed: declaration.id.group != nil && !isWritten && !(Value.self is AnyObject.Type)
    case .keepFor, .lru: true
    }
  }

  /// What happens beside it is told when a turn has ended in which it was written.
  override var endOfTurn: (() -> Void)? {
    runner.map { runner in { [unowned runner] in runner.turnEnded() } }
  }

  @usableFromInline
  func write(_ value: Value) {
    stored.value = value
    didEdit()
  }

  override func reset() { write(untracked { initial() }) }

  @usableFromInline
  func didEdit() {
    isWritten = true
    if runner != nil { stored.tellAtEndOfTurn() }
  }

  override var savedAtom: SavedAtom? { stored.storedValue.map { SavedAtom(self, $0) } }

  override var codingKey: String? { atom.coding?.key }

  override func restore(from decoder: any Decoder) throws {
    if let coding = atom.coding { write(try coding.decode(decoder)) }
  }

  override func replaceDefinition(by definition: Any) {
    guard let atom = definition as? Atom<Value> else { return }
    initial = atom.initial
    reset()
  }

  override func end() {
    super.end()
    runner?.end()
  }
}
