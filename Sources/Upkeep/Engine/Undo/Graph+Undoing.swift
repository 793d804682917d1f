// A rollback undoes the entries after the transaction's savepoint, newest first. A committed
// transaction leaves only the entries that keep the values with which the turn began.
extension Graph {
  /// Undoes all entries after a savepoint, except first values.
  ///
  /// `takeStep` undoes the newest step of the transaction.
  ///
  /// - Returns: The replaced values, so that no `deinit` of the program runs before all entries are
  ///   undone; and the elements whose first value was made after the savepoint, newest first.
  static func undo(
    to savepoint: Int, _ context: ContextRef, takeStep: () -> Any?
  ) -> (replaced: [Any], firsts: [GuestElement]) {
    var replaced: [Any] = []
    var firsts: [GuestElement] = []
    while context.pointee.undoLog.count > savepoint, let entry = context.pointee.undoLog.popLast() {
      guard let node = entry.node else {
        if let gone = takeStep() { replaced.append(gone) }
        continue
      }
      if entry.kind == .first {
        if let element = node.guest { firsts.append(element) }
      } else {
        // SAFETY: the entry retains it.
        node.object?._withUnsafeGuaranteedRef {
          unsafeDowncast($0, to: GuestElement.self).takeBack(entry.kind, &replaced, context)
        }
      }
      letGo(of: node, context)
    }
    return (replaced, firsts)
  }

  /// Returns the nodes of the entries after a savepoint; nil if one entry is a step, which has no
  /// node.
  static func nodesToPutBack(behind savepoint: Int, _ context: ContextRef) -> [NodeRef]? {
    var nodes: [NodeRef] = []
    for index in savepoint..<context.pointee.undoLog.count {
      guard let node = context.pointee.undoLog[index].node else { return nil }
      nodes.append(node)
    }
    return nodes
  }

  /// Forgets the entries after a savepoint, except the values with which the turn began.
  ///
  /// - Returns: The values that the entries kept.
  static func forgetNotes(behind savepoint: Int, _ context: ContextRef) -> [Any] {
    var kept: [Any] = []
    context.pointee.undoLog.removeAll(from: savepoint) { entry in
      guard !entry.isStart else { return false }
      if let node = entry.node {
        if entry.kind == .note, let note = node.guest?.forgetNote() { kept.append(note) }
        letGo(of: node, context)
      }
      return true
    }
    return kept
  }

  static func countOfSteps(behind savepoint: Int, _ context: ContextRef) -> Int {
    (savepoint..<context.pointee.undoLog.count).count { context.pointee.undoLog[$0].node == nil }
  }

  /// Forgets the entries of the open transaction for objects that the running closure has made
  /// inside it.
  ///
  /// `forgetStep` is called for each step, and returns whether to forget it.
  static func forgetNotesOfMaker(
    behind savepoint: Int, _ context: ContextRef, forgetStep: () -> Bool
  ) {
    context.pointee.undoLog.removeAll(from: savepoint) { entry in
      guard let node = entry.node else { return forgetStep() }
      if entry.kind == .first || !isUnseen(node, context) { return false }
      node.guest?.forgetNoteOfMaker(entry.kind)
      if entry.isStart { return false }
      letGo(of: node, context)
      return true
    }
  }
}
