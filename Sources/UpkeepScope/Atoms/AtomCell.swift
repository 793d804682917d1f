public import Upkeep

/// An atom in a scope.
@usableFromInline
final class AtomCell<Value>: Cell, SavedAtom {
  // SAFETY: read and written whole.
  /// Whether a write must notify an observer or run side effects.
  @usableFromInline @exclusivity(unchecked) var isObserved: Bool
  // SAFETY: read and written whole.
  /// Whether the program has written the atom: a written value stays as long as its scope.
  @usableFromInline @exclusivity(unchecked) var isWritten: Bool
  /// The replacement of the definition.
  private var override: AtomDeclaration<Value>?
  // SAFETY: read and written whole.
  /// Nil while the atom has had neither effects nor persistence.
  @exclusivity(unchecked) private var sideEffects: AtomSideEffects<Value>?

  /// The property, with its type.
  @inlinable var stored: StoredProperty<Value> {
    // SAFETY: the initializers take no other type.
    unsafeDowncast(property, to: StoredProperty<Value>.self)
  }

  /// Makes the cell of an atom without side effects.
  @usableFromInline
  init(_ atom: AtomDeclaration<Value>, _ stored: StoredProperty<Value>, _ core: borrowing ScopeCore)
  {
    sideEffects = nil
    isObserved = false
    isWritten = false
    super.init(.atom, atom, stored, core)
  }

  @usableFromInline @inline(never)
  init(_ atom: AtomDeclaration<Value>, overriddenBy override: Declaration?, _ core: ScopeCore) {
    let override = override as? AtomDeclaration<Value>
    self.override = override
    let saved = core.saver(of: atom, overriddenBy: override)
    let runner = EffectRunner(atom.effects, atom, unless: automaticComparison())
    sideEffects = AtomSideEffects(runner, saved.saver)
    isObserved = sideEffects != nil
    var first = saved.first ?? (override ?? atom).initial()
    if let runner { first = runner.initialize(first, isFixed: override != nil) ?? first }
    isWritten = saved.first != nil
    let stored = atom.store(first, atom.propertyName, atom.file, atom.line)
    super.init(.atom, atom, stored, core)
    runner?.connect(
      read: { [weak stored] in stored?.storedValue }, write: { [weak self] in self?.write($0) })
    saved.saver?.connect(self)
  }

  /// The declaration, with its type.
  private var body: AtomDeclaration<Value> {
    // SAFETY: the initializers take no other type.
    unsafeDowncast(declaration, to: AtomDeclaration<Value>.self)
  }

  /// The definition of the cell.
  var atom: Atom<Value> { Atom(body) }

  override var canGo: Bool {
    switch declaration.lifetime {
    case .keep(for: nil): false
    // A change behind a reference is not a write, but must not be lost either.
    case .whileUsed: declaration.place < 0 && !isWritten && !(Value.self is AnyObject.Type)
    case .keep, .lru: true
    }
  }

  override var staysUntold: Bool {
    if case .whileUsed = declaration.lifetime {
      return declaration.place >= 0 && sideEffects == nil
    }
    return false
  }

  /// Runs the side effects after a turn that wrote the atom.
  override var endOfTurn: (() -> Void)? {
    // Not `map`: in generic code its types are looked up at run time, 1,100 instructions for each
    // atom.
    if sideEffects == nil { return nil }
    return { [unowned self] in sideEffects?.turnEnded() }
  }

  @inlinable
  func write(_ value: Value) {
    if isObserved { return writeObserved(value) }
    if !isWritten { noteFirstWrite() }
    // The assignment comes last: the `deinit` of the old value may end the cell's lifetime.
    // SAFETY: `unretained` is `stored`, which the cell keeps.
    withExtendedLifetime(self) {
      unretained._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: StoredProperty<Value>.self).value = value
      }
    }
  }

  /// Writes the atom and notifies its observers.
  @usableFromInline @inline(never)
  func writeObserved(_ value: Value) {
    let isTurn = willEdit()
    stored.value = value
    didEdit(isTurn)
  }

  override func reset() { write(firstValue()) }

  /// Returns the first value, computed anew.
  func firstValue() -> Value { untracked { (override ?? body).initial() } }

  /// Begins a turn if the scope is followed; returns whether it did.
  ///
  /// The observer and the readers of the value are thus notified in one turn.
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

  /// Keeps the cell from now on, unless a transaction rolls the write back.
  @usableFromInline @inline(never)
  func noteFirstWrite() {
    isWritten = true
    #if DEBUG
      core.noteFirstWrite(of: self)
    #endif
    if Turn.transaction == nil || property.isUnseen { return }
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

  override var codingKey: String? { body.persistence?.key }

  override func restore(from decoder: any Decoder) throws {
    if let persistence = body.persistence { write(try persistence.decode(decoder)) }
  }

  /// Shows the first value of a replacement, and saves the atom as the replacement says.
  override func replaceDeclaration(by declaration: Declaration) {
    guard let override = declaration as? AtomDeclaration<Value> else { return }
    sideEffects?.endSaving(core)
    self.override = override
    let saved = core.saver(of: body, overriddenBy: override)
    write(saved.first ?? firstValue())
    if let saver = saved.saver { begin(saver, isSaved: saved.first != nil) }
  }

  private func begin(_ saver: AtomSaver<Value>, isSaved: Bool) {
    if let sideEffects {
      sideEffects.saver = saver
    } else {
      sideEffects = AtomSideEffects(nil, saver)
      core.watch(self, endOfTurn)
    }
    isObserved = true
    // The value of a replacement is a first value, which gives way to a saved value that is loaded.
    isWritten = isSaved
    if canGo { core.mayGoAgain(self) }
    saver.connect(self)
  }

  override func end() {
    super.end()
    sideEffects?.end(core)
  }
}
