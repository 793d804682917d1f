/// A value that can be read and followed; the read-only base class of all properties.
///
///     let celsius = StoredProperty(20.0)
///     let fahrenheit: Property<Double> = celsius.map { $0 * 9 / 5 + 32 }
///
///     print(fahrenheit.value)  // 68.0
///     celsius.value = 25
///     print(fahrenheit.value)  // 77.0
///
/// Properties are not `Sendable`: properties that depend on one another belong to one actor or
/// thread at a time.
///
/// The class is open for the collections of `UpkeepCollections`. A program cannot subclass it,
/// because it has no public initializer.
open class Property<Value>: PropertyStorage<Value?>, ReadableProperty {
  /// Says whether a new value counts as unchanged.
  @usableFromInline final let isUnchanged: (Value, Value) -> Bool

  /// The value at the start of the open turn.
  ///
  /// Made when it is first needed, then reused.
  @usableFromInline @exclusivity(unchecked) final var savepoint: Savepoint<Value>?

  @inlinable
  init(
    _ flags: Node.Flags, _ storage: Value?, _ label: Label,
    isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    self.isUnchanged = isUnchanged
    super.init(flags, storage, label)
  }

  /// Returns the current value, and makes the running computation depend on it.
  ///
  /// The same as `value`.
  @inlinable @inline(__always)
  final func read() -> Value {
    let context = Context.forReading
    if let reader = context.pointee.tracker {
      if !node.flags.isDisjoint(with: .readCare) || !Graph.expects(node, in: reader) {
        Graph.willRead(node, context)
      }
    } else if !node.flags.isDisjoint(with: .readCare) || context.pointee.computing != nil {
      Graph.willRead(node, context)
    }
    return current
  }

  /// Returns the current value without making anything depend on it.
  ///
  /// - Complexity: as for `value`.
  @inlinable @inline(__always)
  public final func peek() -> Value {
    let context = Context.current
    if context.pointee.computing != nil || !node.flags.isDisjoint(with: .readCare) {
      Graph.willPeek(node, context)
    }
    // Unlike `current`, this copies only the part of a structure that the caller needs.
    return owner._withUnsafeGuaranteedRef { $0.place.pointee }
  }

  /// The value of a fresh node.
  @inlinable @inline(__always)
  package final var current: Value {
    owner._withUnsafeGuaranteedRef { $0.storage.unsafelyUnwrapped }
  }

  /// The property that owns the node: this one, or the property whose node this one shares.
  ///
  /// A property that shares a node retains the node's owner. Asking first whether this property is
  /// the owner would take longer.
  @inlinable @inline(__always)
  final var owner: Unmanaged<Property<Value>> {
    // SAFETY: the node's property has this type. It has a value when it is read, because
    // `Graph.refreshForRead` computes the value or stops.
    Unmanaged.fromOpaque(node.object.unsafelyUnwrapped.toOpaque())
  }

  /// The address of the value, if there is one.
  @inlinable @inline(__always)
  final var place: UnsafeMutablePointer<Value> {
    // SAFETY: an optional has its value at its own address. The address stays as long as the
    // object, because `storage` is final, stored and without observers; the compiler does not check
    // it for overlapping accesses.
    withUnsafeMutablePointer(to: &storage) {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self)
    }
  }

  /// Whether the property never changes; then nothing has an edge to it.
  @inlinable
  final var isConstant: Bool { node.flags.contains(.constant) }

  @usableFromInline
  package init(seeing other: Property<Value>, _ label: Label) {
    isUnchanged = other.isUnchanged
    super.init(sharing: other, nil, label)
  }

  // MARK: - Untyped access

  override public final var untypedValue: Any { read() }

  override public final var valueType: Any.Type { Value.self }

  override final func writeIfPossible(_ value: Any) -> Bool {
    if let value = value as? Value { return writeIfAllowed(value) }
    Misuse.report(
      .wrongType(
        property: label.description, expected: "\(Value.self)",
        found: isNil(value) ? "nil" : "\(type(of: value))"))
    return false
  }

  /// Writes a value; returns false, with a report, if the value may not be written now.
  ///
  /// Every writable kind of property overrides it.
  func writeIfAllowed(_ new: Value) -> Bool { false }

  override final func makeChangeDetector() -> (GraphElement) -> Bool {
    var last = current
    return { element in
      // SAFETY: the closure is called with the property that made it.
      let property = unsafeDowncast(element, to: Property<Value>.self)
      let new = property.current
      let old = last
      guard property.isTransition(from: old, to: new, by: nil) else { return false }
      last = new
      // The old value's `deinit` may call this closure again.
      return withExtendedLifetime(old) { true }
    }
  }

  // MARK: - Replacing the value

  /// Stores the result of a computation; returns whether it is a new value.
  ///
  /// The initializers of `DerivedProperty` call this in a closure of their own, made where `Value`
  /// is known, so that the program's closure and `==` are inlined. Measured on a chain of 1,000:
  /// 10.1 ns per node instead of 12.9.
  @inlinable @inline(__always)
  static func finish(
    _ new: Value, of node: NodeRef, _ context: ContextRef,
    unless isUnchanged: (Value, Value) -> Bool
  ) -> Bool {
    context.pointee.tracker = nil
    // SAFETY: the property of a computing node is alive: the code that reads it retains it, or a
    // subscriber does by its edge or closure, and nothing is freed before the refresh has ended.
    return node.object.unsafelyUnwrapped._withUnsafeGuaranteedRef { object in
      unsafeDowncast(object, to: Property<Value>.self)
        .replace(with: new, of: node, unless: isUnchanged, context)
    }
  }

  /// Replaces the value, runs `body`, and then releases the old value, whose `deinit` may use the
  /// property.
  ///
  /// Without `withExtendedLifetime` the optimizer may release the old value first.
  @inlinable @inline(__always)
  final func store<Result>(_ new: Value, then body: () -> Result = {}) -> Result {
    var other: Value? = new
    swap(&storage, &other)
    return withExtendedLifetime(other, body)
  }

  /// Stores the result of a computation; returns whether it is a new value.
  ///
  /// The caller passes the node, so that only the part of the object that holds the value is
  /// touched.
  @inlinable
  final func replace(
    with new: Value, of node: NodeRef, unless isUnchanged: (Value, Value) -> Bool,
    _ context: ContextRef
  ) -> Bool {
    if !node.flags.isDisjoint(with: .storingCare) || context.pointee.keepDepth != 0 {
      return replaceWithCare(with: new, context)
    }
    if let old = storage, isUnchanged(old, new) { return false }
    // Folded where the type is known: a trivial value has no `deinit` to wait for.
    if _isPOD(Value.self) {
      storage = new
    } else {
      store(new)
    }
    return true
  }

  /// `replace` inside a batch, in a turn whose start is kept, or for a member of a cycle.
  @inlinable @inline(never)
  final func replaceWithCare(with new: Value, _ context: ContextRef) -> Bool {
    if node.flags.contains(.cyclic) { return Graph.catchCycle(node, context) }
    guard let old = storage else {
      noteFirst(context)
      store(new)
      return true
    }
    if isUnchanged(old, new) { return false }
    let keepsSavepoint = node.flags.contains(.hasSavepoint)
    if keepsSavepoint { checkTurn(context) }
    if !keepsSavepoint { keepSavepoint(context) }
    return store(new) { !keepsSavepoint || !returnToSavepoint() }
  }

  override final var newestVersion: Version? { savepoint?.newestVersion }

  /// Returns whether the change rule calls a new value unchanged.
  ///
  /// As in a plain write, the rule's reads are not tracked, and the rule must not write.
  @inlinable
  final func counts(_ new: Value, asUnchangedFrom old: Value) -> Bool {
    let context = Context.current
    let (tracker, computing) = (context.pointee.tracker, context.pointee.computing)
    context.pointee.tracker = nil
    context.pointee.computing = node
    defer { (context.pointee.tracker, context.pointee.computing) = (tracker, computing) }
    return isUnchanged(old, new)
  }

  override func restoreSavepointIfUnchanged() {
    guard let savepoint, savepoint.wasEdited else { return }
    savepoint.wasEdited = false
    let edited = node.version
    if returnToSavepoint() { Graph.didTakeBack(edited, of: node, Context.current) }
  }

  override func forgetSavepoint() { savepoint?.forgetStart() }

  override func partWithContent(_ context: ContextRef) {
    if let savepoint {
      self.savepoint = nil
      Graph.leaveToList(savepoint, context)
    }
    if _isPOD(Value.self) { return }
    var content: Value?
    swap(&storage, &content)
    if let content { Graph.leaveToList(content, context) }
  }

  override final var livenessWatch: LivenessWatch? {
    get { savepoint?.livenessWatch }
    set {
      if savepoint == nil, newValue != nil { savepoint = Savepoint() }
      guard let savepoint else { return }
      // The old watch's handler may hold an object whose `deinit` sets this property.
      let old = savepoint.livenessWatch
      savepoint.livenessWatch = newValue
      withExtendedLifetime(old) {}
    }
  }

  override final var touches: UInt64 { savepoint?.touches ?? 0 }

  override final var watcherList: AnyObject? { savepoint?.readWatchers }

  override final var madeWatcherList: AnyObject {
    let savepoint = madeSavepoint
    if let watchers = savepoint.readWatchers { return watchers }
    let made = ReadWatchers(of: node)
    savepoint.readWatchers = made
    return made
  }

  @usableFromInline
  override final func noteForRollback(_ context: ContextRef) {
    if let journal = context.journal, !node.flags.contains(.uncomputed) {
      note(in: journal, context)
    }
  }

  override final var notedBy: UInt64 { savepoint?.notedBy ?? 0 }

  override final func forgetNoteOfMaker(_ entry: UndoEntry.Kind) {
    guard let savepoint else { return }
    if entry == .note {
      guard let note = savepoint.notes.popLast() else { return }
      savepoint.notedBy = note.notedBefore
    } else if let notedBefore = savepoint.notedBeforeStart {
      savepoint.notedBy = notedBefore
      savepoint.notedBeforeStart = nil
    }
  }

  override final func noteFirstAgain(_ context: ContextRef) { noteFirst(context) }

  override final func forgetFirst() -> Any? {
    var first: Value?
    savepoint?.notedBy = 0
    swap(&storage, &first)
    Graph.becomeUncomputed(node, Context.current)
    return first
  }

  override final func takeBack(
    _ entry: UndoEntry.Kind, _ replaced: inout [Any], _ context: ContextRef
  ) {
    withSavepoint { $0.takeBack(self, $0, entry, &replaced, context) }
  }

  override final func forgetNote() -> Any? { savepoint?.notes.popLast() }

  override func seenValue(of version: Version) -> Graph.SeenValue? {
    var seen = version == node.version ? storage : nil
    if seen == nil, node.flags.contains(.hasSavepoint), let savepoint, savepoint.mayReturn,
      savepoint.version == version
    {
      seen = savepoint.value
    }
    guard let before = seen else { return nil }
    let touches = savepoint?.touches ?? 0
    return Graph.SeenValue(property: self) { [self] in
      (savepoint?.touches ?? 0) == touches && (storage.map { isUnchanged(before, $0) } ?? false)
    }
  }

  // MARK: - Cycles

  override final var catchesCycles: Bool {
    (Value.self as? any FailureCatching.Type)?.failure(CycleError(places: [])) != nil
  }

  override final var cycleError: CycleError? { (storage as? any FailureCatching)?.cycleError }

  override final var hasValue: Bool { storage != nil }

  override final func catchCycle(_ error: CycleError) -> Bool {
    guard let type = Value.self as? any FailureCatching.Type,
      let failure = type.failure(error) as? Value
    else { return keepOwnValue() }
    if cycleError == error { return false }
    let context = Context.current
    if storage != nil {
      if context.pointee.keepDepth != 0, !node.flags.contains(.hasSavepoint) {
        keepSavepoint(context)
      }
    } else {
      noteFirst(context)
    }
    store(failure)
    return true
  }

  /// Stores the property's own fallback value, if it has no value yet; returns whether it did.
  func keepOwnValue() -> Bool { false }
}
