/// An entry of the undo log: a state to which the open turn may roll back a property.
///
/// The log begins with the turn. A transaction's savepoint is the length of the log when the
/// transaction began. The end of the turn drops the values with which the turn began.
@usableFromInline
struct UndoEntry {
  @usableFromInline
  enum Kind {
    /// The property keeps the value with which the turn began.
    ///
    /// In the transaction that first changed the property, the entry also serves as `note`.
    case start
    /// `start` for a trivial value, which the end of the turn need not drop.
    case trivialStart
    /// The property has saved its state for a transaction.
    case note
    /// The property had no value, or a closure made its first value: see `FirstValueMaking`.
    case first
    /// A step of the transaction, which a closure undoes.
    case step
  }

  let kind: Kind
  /// The node of the property, which is retained; nil for a step.
  let node: NodeRef?

  var isStart: Bool { kind == .start || kind == .trivialStart }
}

extension Graph {
  /// Records that a node's property keeps the value and version with which the turn began.
  @usableFromInline @inline(never)
  static func keepSavepoint(of node: NodeRef, isTrivial: Bool, _ context: ContextRef) {
    node.flags.insert(.hasSavepoint)
    context.pointee.care.insert(.turnEnd)
    let staysTrivially = isTrivial && node.flags.isDisjoint(with: .collects)
    log(staysTrivially ? .trivialStart : .start, of: node, context)
  }

  /// Appends an entry to the log.
  @usableFromInline @inline(__always)
  static func log(_ kind: UndoEntry.Kind, of node: NodeRef, _ context: ContextRef) {
    context.pointee.undoLog.append(UndoEntry(kind: kind, node: node))
    // SAFETY: the property is being written or refreshed, so it is alive. The reference is released
    // when the entry is removed. Without it a release on a foreign thread could free the node
    // inside the turn.
    _ = node.object?.retain()
  }

  /// Releases, after the turn, the reference of an entry that was removed inside the turn.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    if let object = node.object { context.appendRelease(of: object) }
  }

  /// Drops the values with which the ending turn began.
  ///
  /// The turn is still open. A `deinit` that writes adds to the log, and the loop removes the new
  /// entries, too. While a property's entry is in the log, the property is still compared with the
  /// value with which the turn began.
  static func forgetSavepoints(_ context: ContextRef) {
    while let entry = context.pointee.undoLog.popLast() {
      guard let node = entry.node else { continue }
      node.flags.remove(.hasSavepoint)
      if entry.kind == .start { node.element?.forgetSavepoint() }
      node.object?.release()
    }
  }
}
