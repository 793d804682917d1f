/// A property whose value the program sets.
///
///     let items = StoredProperty(["tea"])
///     let count = DerivedProperty(items) { $0.count }
///
///     items.value.append("milk")  // edited in place, without a copy
///     print(count.value)          // 2
///
/// A write that the change rule calls unchanged is discarded. After any other write, every read
/// sees the new value, and the effects that need it have run before the write returns (inside a
/// `batch`, before the batch returns).
///
/// - Complexity: a write is O(1) without subscribers; with subscribers, it is linear in what really
///   changes.
public final class StoredProperty<Value>: Property<Value> {
  /// Makes a property that holds a value.
  ///
  /// - Parameters:
  ///   - value: the first value; the rule is not asked about it.
  ///   - rule: decides which writes count; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  @inlinable
  public init(
    _ value: Value, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    super.init(
      rule.map { .stored(by: $0) } ?? [], value, Label(name, file, line, column),
      isUnchanged: comparison(by: rule, isEquality: comparesByEquality(rule)))
  }

  /// The current value, which can be written, or edited in place.
  ///
  /// A write follows the change rule. An edit in place is one change, without a copy or a
  /// comparison.
  ///
  /// Inside a `batch` or `transaction`, an edited value is compared at the end; in an effect, when
  /// its round ends. The comparison needs a copy of the value, and one more for each value that an
  /// effect has read in between. A change rule of the property's own is asked about every edit,
  /// which needs a copy, too; an edit that the rule calls unchanged is taken back. With `.always`,
  /// nothing is compared or copied.
  ///
  /// An edit through `value` also reads it: an effect that says `count.value += 1` depends on
  /// `count`. `modify` does not read.
  @inlinable
  public var value: Value {
    get { read() }
    set { write(newValue) }
    _modify {
      if Context.current.pointee.tracker != nil { _ = read() }
      let context = beginEdit()
      defer { endEdit(context) }
      // A stored property has a value from its initializer on.
      // swift-format-ignore: NeverForceUnwrap
      yield &storage!
    }
  }

  /// Edits the value in place, as one change.
  ///
  /// An effect that edits the value does not depend on it.
  ///
  ///     let scores = StoredProperty(["ann": 1])
  ///     scores.modify { scores in
  ///       scores["ann"] = 2
  ///       scores["bob"] = 5
  ///     }
  ///
  /// An edit belongs to the transaction that is open when the edit begins. The rollback of a
  /// transaction that was opened inside `edit` does not take the edit back.
  ///
  /// - Parameter edit: changes the value; must not use the property itself.
  /// - Returns: what `edit` returns.
  /// - Throws: what `edit` throws; its changes until then stay, and count as a change.
  @inlinable @discardableResult
  public func modify<Result, Failure>(
    _ edit: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let context = beginEdit()
    defer { endEdit(context) }
    // A stored property has a value from its initializer on.
    // swift-format-ignore: NeverForceUnwrap
    return try edit(&storage!)
  }

  /// Announces a change although the value is the same, such as after a mutation of a referenced
  /// object.
  public func touch() {
    let context = Context.current
    guard mayWrite(context) else { return }
    noteForRollback(context)
    let savepoint = madeSavepoint
    savepoint.touches &+= 1
    node.issueVersion(node.flags)
    // The turn can no longer return to its start.
    savepoint.mayReturn = false
    if context.isOrigin(node) { context.pointee.origin = nil }
    let forgotten = savepoint.seen
    savepoint.seen = nil
    defer { withExtendedLifetime(forgotten) {} }
    if let derivation = context.pointee.computing {
      Graph.change(node, in: derivation, context) { Graph.mark(below: node, context) }
    } else if node.firstSubscriber != nil {
      Graph.didChange(node, context)
    }
  }

  // MARK: - Writing

  override public var isWritable: Bool { true }

  override func writeIfAllowed(_ new: Value) -> Bool {
    guard mayWrite(Context.current) else { return false }
    write(new)
    return true
  }

  @inlinable
  func write(_ new: Value) {
    #if DEBUG
      Context.current.visit(node)
    #endif
    let context = Context.installed
    guard context.writesArePlain else { return writeWithCare(new, Context.current) }
    // SAFETY: a stored property has a value from its initializer on.
    guard
      node.flags.isDisjoint(with: [
        .modifying, .hasSavepoint, .hasOwnRule, .hasGoneBack, .announced,
      ]),
      let isEqual = plainEquality(storage.unsafelyUnwrapped, new)
    else {
      writeByRule(new, context)
      return
    }
    // None of these flags is set, so `put` needs none.
    if !isEqual { put(new, [], context) }
  }

  /// `write` where the change rule has to be asked, or a flag needs care.
  @inlinable @inline(never)
  func writeByRule(_ new: Value, _ context: ContextRef) {
    let flags = node.flags
    guard flags.isDisjoint(with: [.modifying, .hasSavepoint, .announced]) else {
      writeWithCare(new, context)
      return
    }
    // The rule must not write.
    context.pointee.computing = node
    let isUnchanged =
      isKnownToEqual(new, flags)
      ?? (_isPOD(Value.self) ? isUnchangedByRule(new) : self.isUnchanged(current, new))
    context.pointee.computing = nil
    if !isUnchanged { put(new, flags, context) }
  }

  /// Stores a different value, in a turn of its own.
  ///
  /// `flags` are the flags of the node that matter.
  @inlinable @inline(__always)
  func put(_ new: Value, _ flags: Node.Flags, _ context: ContextRef) {
    guard let edge = node.firstSubscriber else {
      node.issueVersion(flags)
      // Folded where the type is known: a trivial value has no `deinit` to wait for.
      if _isPOD(Value.self) {
        // SAFETY: as at `place`. Storing a large value as an optional would copy it twice more.
        place.pointee = new
      } else {
        store(new)
      }
      return
    }
    // A rule of the property's own may call two different values unchanged, so the exact old value
    // is kept, however many subscribers there are.
    if edge != node.lastSubscriber || flags.contains(.hasOwnRule) {
      putKept(new, context)
    } else if _isPOD(Value.self) {
      // SAFETY: as above.
      place.pointee = new
      announceChange(flags, context)
    } else {
      // Released last: the old value's `deinit` may read and write.
      store(new) { announceChange(flags, context) }
    }
  }

  /// `put` that keeps the old value, because an effect may write that value again before the other
  /// readers have seen the new one.
  @inlinable @inline(never)
  func putKept(_ new: Value, _ context: ContextRef) {
    let version = node.version
    var old = new
    swap(&place.pointee, &old)
    withUnsafePointer(to: &old) { old in
      context.pointee.origin = Origin(node: node, version: version, value: UnsafeRawPointer(old))
      announceChange(node.flags, context)
    }
    context.pointee.origin = nil
  }

  /// Issues a version for a change and notifies the subscribers; there must be at least one.
  @inlinable @inline(__always)
  func announceChange(_ flags: Node.Flags, _ context: ContextRef) {
    node.issueVersion(flags)
    Graph.didChange(node, context)
  }
}

/// Returns whether two values of one of the commonest types are equal; nil for any other type.
///
/// The compiler knows the type and removes the other branches.
@inlinable
func plainEquality<Value>(_ old: Value, _ new: Value) -> Bool? {
  // SAFETY: each type is `Value` itself.
  if Value.self == Int.self {
    return unsafeBitCast(old, to: Int.self) == unsafeBitCast(new, to: Int.self)
  }
  // SAFETY: as above.
  if Value.self == Double.self {
    return unsafeBitCast(old, to: Double.self) == unsafeBitCast(new, to: Double.self)
  }
  // SAFETY: as above.
  if Value.self == Bool.self {
    return unsafeBitCast(old, to: Bool.self) == unsafeBitCast(new, to: Bool.self)
  }
  return nil
}
