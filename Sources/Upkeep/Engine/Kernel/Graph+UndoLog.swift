/// An entry of the undo log of the open turn: a place to which it may go back.
///
/// The log begins with the start of the turn. A guest's savepoint is a length of the log. The end of the turn drops the
/// values with which it began.
@usableFromInline
struct UndoEntry {
  @usableFromInline
  enum Kind {
    /// The property keeps the value with which the turn began; in the transaction that has changed it first this is
    /// its note, too.
    case start
    /// As `start`, of a value that may as well stay when the turn has ended.
    case trivialStart
    /// The property has noted what it was for a transaction.
    case note
    /// The property had no value; or a closure has made a first value: see `FirstValueMaking`.
    case first
    /// A closure of the transaction knows the way back.
    case step
  }

  let kind: Kind
  /// The node of the property, which is retained; nil for a step.
  let node: NodeRef?

  var isStart: Bool { kind == .start || kind == .trivialStart }
}

extension Graph {
  /// Notes that a node's property keeps the value and version with which the turn began.
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
    // SAFETY: the property is being written or refreshed, so it is alive; the reference is given back where the entry is taken
    // out. Without it a release on a foreign thread could free the node inside the turn.
    _ = node.object?.retain()
  }

  /// Gives back the reference of an entry that is taken out in the midst of the turn, when that has ended.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    if let object = node.object { context.appendRelease(of: object) }
  }

  /// At the end of a turn: the values with which it began go.
  ///
  /// The turn is still open. A `deinit` that writes adds to the log, which goes on from there; values whose entry has not
  /// been reached are still compared with those at the beginning.
  static func forgetSavepoints(_ context: ContextRef) {
    while let entry = context.pointee.undoLog.popLast() {
      guard let node = entry.node else { continue }
      node.flags.remove(.hasSavepoint)
      if entry.kind == .start { node.element?.forgetSavepoint() }
      node.object?.release()
    }
  }
}
