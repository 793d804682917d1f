/// The earlier values of a property that a turn or a rollback may restore, and rarely needed state.
///
/// The earlier values are the value when the open turn began, and the value before the first change
/// in each open transaction.
@usableFromInline
final class Savepoint<Value> {
  // SAFETY: replaced as a whole, with the old value kept until the new one is in place.
  /// The value when the turn began.
  ///
  /// While no start is kept, it is nil; for a trivial type it may be a value of an earlier turn.
  @usableFromInline @exclusivity(unchecked) var value: Value?
  // SAFETY: read and written whole.
  @usableFromInline @exclusivity(unchecked) var version = Version.none
  // SAFETY: read and written whole.
  /// The newest version from which the node has returned to an earlier one.
  @usableFromInline @exclusivity(unchecked) var newestVersion = Version.none
  // SAFETY: read and written whole.
  /// Whether the turn may return to its start: `touch` was not called since.
  @usableFromInline @exclusivity(unchecked) var mayReturn = true
  // SAFETY: read and written whole.
  /// Whether the value was edited in place since, so that only the end of the batch or round tells
  /// whether it changed.
  @usableFromInline @exclusivity(unchecked) var wasEdited = false
  // SAFETY: as `value`.
  /// The latest value, other than `value`, that an effect read in this turn before the property
  /// changed again.
  @usableFromInline @exclusivity(unchecked) var seen: (value: Value, version: Version)?
  #if DEBUG
    /// The context in which the turn is open; compared, never used.
    @usableFromInline var context: ContextRef?
  #endif
  var livenessWatch: LivenessWatch?
  // SAFETY: written once.
  @exclusivity(unchecked) var readWatchers: AnyObject?
  // SAFETY: read and written whole.
  /// The number of calls of `touch`: after one, an equal value does not prove that nothing has
  /// changed.
  @usableFromInline @exclusivity(unchecked) var touches: UInt64 = 0
  // SAFETY: read and written whole.
  /// The ticket of the transaction that noted the value last, or in which it was first computed.
  @usableFromInline @exclusivity(unchecked) var notedBy: UInt64 = 0
  // SAFETY: read and written whole.
  /// If the start of the turn is also a transaction's note, `notedBy` before the start was kept;
  /// otherwise nil.
  @usableFromInline @exclusivity(unchecked) var notedBeforeStart: UInt64?
  // SAFETY: read and written whole.
  /// `touches` when the start was kept.
  @usableFromInline @exclusivity(unchecked) var touchesBeforeStart: UInt64 = 0
  // SAFETY: read and written whole.
  /// The notes for open transactions other than the start of the turn, oldest first.
  @usableFromInline @exclusivity(unchecked) var notes: [Note] = []
  /// The value before the current edit, if that edit will be refused, or checked at its end.
  var beforeEdit: Value?
  /// `Property.takeBackEntry`, compiled where the type of the value was known.
  @usableFromInline
  let takeBack: (Property<Value>, Savepoint, UndoEntry.Kind, inout [Any], ContextRef) -> Void

  /// The state of a property just before a transaction changed it.
  @usableFromInline
  struct Note {
    @usableFromInline let value: Value?
    @usableFromInline let version: Version
    @usableFromInline let touches: UInt64
    /// `mayReturn` of the turn's start, if one was kept.
    @usableFromInline let mayReturn: Bool
    /// `wasEdited` of the turn's start, if one was kept.
    @usableFromInline let wasEdited: Bool
    /// The ticket of the transaction that had noted the value before.
    @usableFromInline let notedBefore: UInt64
    /// The inputs of a derived value.
    @usableFromInline let inputs: KeptInputs?

    init(
      _ value: Value?, _ version: Version, of savepoint: Savepoint, following inputs: KeptInputs?
    ) {
      self.value = value
      self.version = version
      touches = savepoint.touches
      mayReturn = savepoint.mayReturn
      wasEdited = savepoint.wasEdited
      notedBefore = savepoint.notedBy
      self.inputs = inputs
    }
  }

  @inlinable
  init() { takeBack = { $0.takeBackEntry($1, $2, &$3, $4) } }

  /// Keeps the value that a plain write of the property has replaced; that write opened the turn.
  @inlinable
  func begin(with origin: Origin) {
    // SAFETY: the plain write of this property put the value there.
    let value = origin.value.assumingMemoryBound(to: Value.self).pointee
    begin(with: value, version: origin.version)
  }

  /// Keeps a value as the start of the turn.
  @inlinable @inline(__always)
  func begin(with value: Value?, version: Version) {
    self.value = value
    self.version = version
    mayReturn = true
    wasEdited = false
    notedBeforeStart = nil
    // `forgetStart` is not called for a trivial value.
    if _isPOD(Value.self) { seen = nil }
  }

  /// Makes the start of the turn also the note of the open transaction.
  @inlinable @inline(__always)
  func noteStart(_ node: NodeRef, _ context: ContextRef) {
    let ticket = context.pointee.transaction
    guard notedBy < ticket, !node.flags.contains(.derived), !Graph.isUnseen(node, context) else {
      return
    }
    notedBeforeStart = notedBy
    touchesBeforeStart = touches
    notedBy = ticket
  }

  /// Gives a node an earlier version.
  ///
  /// The newest version stays known.
  @inlinable
  func goBack(_ node: NodeRef, to version: Version) {
    if newestVersion.number < node.version.number { newestVersion = node.version }
    node.flags.insert(.hasGoneBack)
    node.version = version
  }

  /// Returns the version of an equal value to which the turn may return; nil if there is none.
  @usableFromInline
  func earlierVersion(where isEqual: (Value) -> Bool) -> Version? {
    if mayReturn, let value, isEqual(value) { return version }
    if let seen, isEqual(seen.value) { return seen.version }
    return nil
  }

  /// Drops the start of the turn.
  ///
  /// The value's `deinit` may begin another turn, which finds nothing here.
  func forgetStart() {
    let forgotten = (value, seen)
    value = nil
    seen = nil
    withExtendedLifetime(forgotten) {}
  }
}

// MARK: - The start of the turn

extension Property {
  /// `savepoint`, made if there is none.
  final var madeSavepoint: Savepoint<Value> {
    if let savepoint { return savepoint }
    let made = Savepoint<Value>()
    savepoint = made
    return made
  }

  /// Calls a closure with `savepoint`, made if there is none, without counting the reference.
  @inlinable @inline(__always)
  final func withSavepoint(_ body: (Savepoint<Value>) -> Void) {
    if savepoint == nil { savepoint = Savepoint() }
    // SAFETY: made above if there was none, and the property keeps its savepoint as long as it
    // lives.
    Unmanaged.passUnretained(savepoint.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
  }

  /// Keeps the current value as the start of the turn.
  ///
  /// If a transaction changes a stored value, the start is also the transaction's note.
  @inlinable
  final func keepSavepoint(_ context: ContextRef) {
    withSavepoint { savepoint in
      let forgotten = savepoint.value
      savepoint.begin(with: storage, version: node.version)
      if context.isInTransaction {
        logStartAsNote(savepoint, context)
      } else {
        logStart(savepoint, context)
      }
      withExtendedLifetime(forgotten) {}
    }
  }

  /// Keeps the start of a turn that a plain write of this property has opened; returns whether
  /// there is one to keep.
  @inlinable @inline(never)
  final func keepOrigin(_ context: ContextRef) -> Bool {
    guard let origin = context.pointee.origin, origin.node == node else { return false }
    withSavepoint { savepoint in
      let forgotten = savepoint.value
      savepoint.begin(with: origin)
      logStart(savepoint, context)
      withExtendedLifetime(forgotten) {}
    }
    return true
  }

  @inlinable @inline(never)
  final func logStartAsNote(_ savepoint: Savepoint<Value>, _ context: ContextRef) {
    savepoint.noteStart(node, context)
    logStart(savepoint, context)
  }

  @inlinable @inline(__always)
  final func logStart(_ savepoint: Savepoint<Value>, _ context: ContextRef) {
    #if DEBUG
      savepoint.context = context
    #endif
    Graph.keepSavepoint(of: node, isTrivial: _isPOD(Value.self), context)
  }

  /// Stops a debug build that uses the property outside the context of its turn.
  ///
  /// Law 15: the compiler cannot see that a property is sent away inside an open batch.
  @inlinable
  final func checkTurn(_ context: ContextRef) {
    #if DEBUG
      if savepoint?.context != context { stopSentInsideTurn() }
    #endif
  }

  #if DEBUG
    @usableFromInline
    final func stopSentInsideTurn() -> Never {
      Misuse.stop(.sentInsideTurn(name: label.description))
    }
  #endif

  /// Returns the property to an earlier value of the turn, if its current value counts as unchanged
  /// from that one.
  ///
  /// The earlier value is the start of the turn, or a value that an effect has read. The result
  /// says whether the property has returned to one of them.
  ///
  /// The change rule compares the values, unless the caller knows that the value equals the start.
  @inlinable
  final func returnToSavepoint(asUnchanged isKnown: Bool = false) -> Bool {
    guard let savepoint, let now = storage else { return false }
    if savepoint.mayReturn, let began = savepoint.value,
      isKnown || counts(now, asUnchangedFrom: began)
    {
      goBack(to: savepoint.version)
      store(began)
      return true
    }
    guard let seen = savepoint.seen, counts(now, asUnchangedFrom: seen.value) else { return false }
    goBack(to: seen.version)
    store(seen.value)
    return true
  }

  /// Gives the node an earlier version.
  @inlinable
  final func goBack(to version: Version) { withSavepoint { $0.goBack(node, to: version) } }

  /// Keeps the current value, if an effect has read it, so that the turn may return to it.
  ///
  /// Called before the property changes again in a turn. An edited value that equals an earlier one
  /// takes that value's version, so that its readers count as readers of the earlier value. A rule
  /// that counts everything never returns, so nothing is kept, and an edit in place copies nothing.
  @inlinable
  final func keepSeen() {
    guard let savepoint, node.version != savepoint.version,
      !node.flags.contains(.countsEverything), Graph.isSeen(node, byEffect: false)
    else { return }
    keepSeenValue(savepoint)
  }

  /// `keepSeen` where somebody has read the value: its own function, because generic code looks up
  /// the types of its values first.
  @inlinable @inline(never)
  final func keepSeenValue(_ savepoint: Savepoint<Value>) {
    if savepoint.wasEdited, !node.flags.contains(.hasOwnRule),
      let now = storage,
      let earlier = savepoint.earlierVersion(where: { counts(now, asUnchangedFrom: $0) })
    {
      Graph.rename(node.version, as: earlier, for: node)
    } else if Graph.isSeen(node, byEffect: true), let now = storage {
      let forgotten = savepoint.seen
      savepoint.seen = (now, node.version)
      withExtendedLifetime(forgotten) {}
    }
  }

  /// Leaves the comparison of the value to the end of the batch or round.
  final func compareAtEnd(_ context: ContextRef) {
    guard let savepoint, !savepoint.wasEdited else { return }
    savepoint.wasEdited = true
    context.compareAtEndOfRound(node)
  }
}

// MARK: - Notes for transactions

extension Property {
  /// Notes for the open transaction, if there is one, that there is no value yet.
  ///
  /// A rollback drops a first value that was computed inside. Otherwise the next computation and
  /// the change rule would see it as the previous value.
  @usableFromInline @inline(never)
  final func noteFirst(_ context: ContextRef) {
    guard let journal = context.journal else { return }
    madeSavepoint.notedBy = journal.ticket
    journal.logFirst(of: node, context)
  }

  /// Notes the value and its inputs for a transaction, once.
  @usableFromInline
  final func note(in journal: Journal, _ context: ContextRef) {
    let savepoint = madeSavepoint
    // A note for a committed inner transaction serves the transaction around it, too.
    if savepoint.notedBy >= journal.ticket || Graph.isUnseen(node, context) { return }
    savepoint.notes.append(
      Savepoint.Note(
        storage, node.version, of: savepoint,
        following: node.flags.contains(.derived) ? KeptInputs(of: node) : nil))
    savepoint.notedBy = journal.ticket
    Graph.log(.note, of: node, context)
  }

  /// Takes back one entry of the undo log; appends the replaced value to a list.
  @inlinable
  final func takeBackEntry(
    _ savepoint: Savepoint<Value>, _ entry: UndoEntry.Kind, _ replaced: inout [Any],
    _ context: ContextRef
  ) {
    switch entry {
    case .start, .trivialStart: takeBackStart(savepoint, &replaced, context)
    case .note: takeBackNote(savepoint, &replaced, context)
    // First values are dropped when everything else is back: see `Journal.rollBack`.
    case .first, .step: break
    }
  }

  @inlinable @inline(__always)
  final func takeBackStart(
    _ savepoint: Savepoint<Value>, _ replaced: inout [Any], _ context: ContextRef
  ) {
    node.flags.remove(.hasSavepoint)
    var other = savepoint.value
    let seen = savepoint.seen
    savepoint.value = nil
    savepoint.seen = nil
    savepoint.wasEdited = false
    if let notedBefore = savepoint.notedBeforeStart {
      savepoint.notedBy = notedBefore
      if !isTakenBackBefore(notedBefore, context) {
        swap(&storage, &other)
        savepoint.goBack(node, to: savepoint.version)
        savepoint.touches = savepoint.touchesBeforeStart
        Graph.mark(below: node, context)
      }
    }
    // A trivial value has no `deinit` to wait for.
    if !_isPOD(Value.self) { replaced.append((other, seen)) }
  }

  @usableFromInline
  final func takeBackNote(
    _ savepoint: Savepoint<Value>, _ replaced: inout [Any], _ context: ContextRef
  ) {
    guard let note = savepoint.notes.popLast() else { return }
    savepoint.notedBy = note.notedBefore
    if isTakenBackBefore(note.notedBefore, context) { return replaced.append(note) }
    var other = note.value
    swap(&storage, &other)
    savepoint.goBack(node, to: note.version)
    savepoint.touches = note.touches
    (savepoint.mayReturn, savepoint.wasEdited) = (note.mayReturn, note.wasEdited)
    // The nodes below a stale node are stale, and a collecting one is told which of its children are.
    let mustMark = !node.flags.contains(.stale)
    note.inputs?.putBack(to: node, context)
    if mustMark { Graph.mark(below: node, context) }
    if note.inputs != nil || !_isPOD(Value.self) { replaced.append((other, note)) }
  }

  /// Returns whether this entry has nothing to restore.
  ///
  /// That is so if an earlier entry of the transaction that is rolled back restores the value or
  /// says that there was none, or if the transaction has made the property.
  ///
  /// A later transaction has a greater ticket.
  @inlinable @inline(__always)
  final func isTakenBackBefore(_ notedBefore: UInt64, _ context: ContextRef) -> Bool {
    let undone = context.pointee.undoneTransaction
    return undone != 0 && (notedBefore >= undone || Graph.isUnseen(node, context))
  }
}
