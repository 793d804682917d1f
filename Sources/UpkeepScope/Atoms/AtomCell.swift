public import Upkeep

/// An atom in a scope.
@_documentation(visibility: internal)
public final class AtomCell<Value>: Cell, SavedAtom {
  @usableFromInline let stored: StoredProperty<Value>
  /// Its definition.
  let atom: Atom<Value>
  /// The definition in its place.
  private var override: Atom<Value>?
  /// Nil where nothing happens beside it.
  private let sideEffects: AtomSideEffects<Value>?
  // SAFETY: read and written whole.
  /// Somebody is to be told when it is written.
  @usableFromInline @exclusivity(unchecked) var isObserved: Bool
  // SAFETY: read and written whole.
  /// It was written: a value that a program has set is not lost before its scope.
  @usableFromInline @exclusivity(unchecked) var isWritten: Bool

  /// Makes one beside which nothing happens.
  @usableFromInline
  init(_ atom: Atom<Value>, _ stored: StoredProperty<Value>, _ core: ScopeCore) {
    self.atom = atom
    self.stored = stored
    sideEffects = nil
    isObserved = false
    isWritten = false
    super.init(.atom, atom.declaration, stored, core)
  }

  @usableFromInline @inline(never)
  init(_ atom: Atom<Value>, overriddenBy override: Any?, _ core: ScopeCore) {
    let declaration = atom.declaration
    let override = override as? Atom<Value>
    self.override = override
    self.atom = atom
    let saved = atom.persistence.map { core.saver(of: atom, $0) }
    let runner = EffectRunner(atom.effects, declaration, unless: automaticComparison())
    sideEffects = AtomSideEffects(runner, saved?.saver)
    isObserved = sideEffects != nil
    var first = saved?.first ?? (override ?? atom).initial()
    if let runner { first = runner.initialize(first) ?? first }
    isWritten = saved?.first != nil
    stored = atom.store(first, declaration.propertyName, declaration.file, declaration.line)
    super.init(.atom, declaration, stored, core)
    runner?.connect(
      read: { [weak stored] in stored?.storedValue }, write: { [weak self] in self?.write($0) })
    saved?.saver?.connect(self)
  }

  override var canGo: Bool {
    switch declaration.lifetime {
    case .keep(for: nil): false
    // A change behind a reference is no write, and is not to be lost either.
    case .whileUsed: declaration.slot < 0 && !isWritten && !(Value.self is AnyObject.Type)
    case .keep, .lru: true
    }
  }

  /// Its side effects run when a turn has ended in which it was written.
  override var endOfTurn: (() -> Void)? {
    // Not `map`, which has the runtime look up what it maps in generic code: 1,100 instructions for each atom.
    guard let sideEffects else { return nil }
    return { [unowned sideEffects] in sideEffects.turnEnded() }
  }

  @inlinable
  func write(_ value: Value) {
    if isObserved { return writeObserved(value) }
    if !isWritten { noteFirstWrite() }
    // Last: the `deinit` of the old value may end the cell's time, and nobody else need keep the
    // cell.
    stored.value = value
  }

  /// `write` where somebody is to be told.
  @usableFromInline @inline(never)
  func writeObserved(_ value: Value) {
    let isTurn = willEdit()
    stored.value = value
    didEdit(isTurn)
  }

  override func reset() { write(firstValue()) }

  /// Its value when nobody has written it, computed anew.
  func firstValue() -> Value { untracked { (override ?? atom).initial() } }

  /// Says whether it has begun a turn, so that followers of the cell are told in the same one as
  /// followers of its value.
  @inlinable
  func willEdit() -> Bool { isObserved && beginTurn() }

  @usableFromInline
  func beginTurn() -> Bool {
    if isReleased || !core.isFollowed { return false }
    Turn.begin()
    return true
  }

  @inlinable
  func didEdit(_ isTurn: Bool) {
    if !isWritten { noteFirstWrite() }
    if isObserved || isTurn { tell(isTurn) }
  }

  /// From now on it stays, unless that is undone.
  @usableFromInline @inline(never)
  func noteFirstWrite() {
    isWritten = true
    if Turn.transaction == nil { return }
    Turn.afterRollback { [self] in
      isWritten = false
      if !isReleased { core.mayGoAgain(self) }
    }
  }

  @usableFromInline
  func tell(_ isTurn: Bool) {
    defer { if isTurn { Turn.end() } }
    if sideEffects != nil { stored.tellAtEndOfTurn() }
    if isReleased { return }
    if core.isFollowed {
      core.noteChange(of: declaration.id)
    } else {
      isObserved = sideEffects != nil
    }
  }

  override func beginToTell() { isObserved = true }

  override var wasWritten: Bool { isWritten }

  override var atomRecord: AtomRecord? { stored.storedValue.map { AtomRecord(self, $0) } }

  override var codingKey: String? { atom.persistence?.key }

  override func restore(from decoder: any Decoder) throws {
    if let persistence = atom.persistence { write(try persistence.decode(decoder)) }
  }

  override func replaceDefinition(by definition: Any) {
    guard let atom = definition as? Atom<Value> else { return }
    override = atom
    reset()
  }

  override func end() {
    super.end()
    sideEffects?.end(core)
  }
}
