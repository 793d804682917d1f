/// An entry of the undo log of the open turn: a place to which it may go back.
///
/// The beginning of the turn is the first savepoint of the log, the beginning of each open transaction a later one,
/// which is a length of the log: undoing takes back, last first, the entries behind it. A committed transaction
/// leaves the values with which the turn began, and the end of the turn drops those.
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
    context.mustTidyUp = true
    let staysTrivially = isTrivial && node.flags.isDisjoint(with: .collects)
    append(staysTrivially ? .trivialStart : .start, of: node, context)
  }

  /// Appends an entry to the log.
  @usableFromInline
  static func log(_ kind: UndoEntry.Kind, of node: NodeRef, _ context: ContextRef) {
    append(kind, of: node, context)
  }

  @inline(__always)
  private static func append(
    _ kind: UndoEntry.Kind, of node: NodeRef, _ context: ContextRef
  ) {
    context.undoLog.append(UndoEntry(kind: kind, node: node))
    // SAFETY: the property is being written or refreshed, so it is alive; the reference is given back where the entry is taken
    // out. Without it a release on a foreign thread could free the node inside the turn.
    _ = node.object?.retain()
  }

  /// Gives back the reference of an entry that is taken out in the midst of the turn, when that has ended.
  private static func letGo(of node: NodeRef, _ context: ContextRef) {
    if let object = node.object { context.appendRelease(of: object) }
  }

  /// Takes back all entries behind a savepoint, but for first values.
  ///
  /// `takeStep` takes the newest step of the transaction back.
  ///
  /// - Returns: what was replaced, so that no `deinit` of the program's runs before all is taken
  ///   back; and whose first value was made behind the savepoint, the newest first.
  static func undo(
    to savepoint: Int, _ context: ContextRef, takeStep: () -> Any?
  ) -> (replaced: [Any], firsts: [GraphElement]) {
    var replaced: [Any] = []
    var firsts: [GraphElement] = []
    while context.undoLog.count > savepoint, let entry = context.undoLog.popLast() {
      guard let node = entry.node else {
        if let gone = takeStep() { replaced.append(gone) }
        continue
      }
      if entry.kind == .first {
        if let element = node.element { firsts.append(element) }
      } else {
        // SAFETY: the entry retains it.
        node.object?._withUnsafeGuaranteedRef { $0.takeBack(entry.kind, &replaced, context) }
      }
      letGo(of: node, context)
    }
    return (replaced, firsts)
  }

  /// The nodes of the entries behind a savepoint; nil if one entry is a step, which has no node.
  static func nodesToPutBack(behind savepoint: Int, _ context: ContextRef) -> [NodeRef]? {
    var nodes: [NodeRef] = []
    for index in savepoint..<context.undoLog.count {
      guard let node = context.undoLog[index].node else { return nil }
      nodes.append(node)
    }
    return nodes
  }

  /// Forgets the way back to a savepoint, but for the values with which the turn began.
  ///
  /// - Returns: what was kept for it.
  static func forgetNotes(behind savepoint: Int, _ context: ContextRef) -> [Any] {
    var kept: [Any] = []
    context.undoLog.removeAll(from: savepoint) { entry in
      guard !entry.isStart else { return false }
      if let node = entry.node {
        if entry.kind == .note, let note = node.element?.forgetNote() { kept.append(note) }
        letGo(of: node, context)
      }
      return true
    }
    return kept
  }

  static func countOfSteps(behind savepoint: Int, _ context: ContextRef) -> Int {
    (savepoint..<context.undoLog.count).count { context.undoLog[$0].node == nil }
  }

  /// Forgets the way back, for the open transaction, of what the closure that runs has made inside
  /// it.
  ///
  /// `forgetStep` is called for each step, and says whether that is forgotten.
  static func forgetNotesOfMaker(
    behind savepoint: Int, _ context: ContextRef, forgetStep: () -> Bool
  ) {
    context.undoLog.removeAll(from: savepoint) { entry in
      guard let node = entry.node else { return forgetStep() }
      if entry.kind == .first || !isUnseen(node, context) { return false }
      node.element?.forgetNoteOfMaker(entry.kind)
      if entry.isStart { return false }
      letGo(of: node, context)
      return true
    }
  }

  /// At the end of a turn: the values with which it began go.
  ///
  /// The turn is still open. A `deinit` that writes adds to the log, which goes on from there; values whose entry has not
  /// been reached are still compared with those at the beginning.
  static func forgetSavepoints(_ context: ContextRef) {
    while let entry = context.undoLog.popLast() {
      guard let node = entry.node else { continue }
      node.flags.remove(.hasSavepoint)
      if entry.kind == .start { node.element?.forgetSavepoint() }
      node.object?.release()
    }
  }
}
