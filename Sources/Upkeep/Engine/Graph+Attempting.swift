// A transaction that is undone must not be seen by those who read derived values either, whatever these
// count as a change. So a derived value that was true when the outermost transaction began, and computes
// inside it, is put back with its version; and if nothing changes before it computes again in this turn,
// that result is taken for the same.
extension Graph {
  /// Called when a node goes stale or is refreshed inside a transaction. What it was at the first time, it
  /// was when the outermost one began.
  @usableFromInline @inline(never)
  static func attempt(_ node: NodePointer, wasFresh: Bool, _ context: ContextPointer) {
    let flags = node.pointee.flags
    guard flags.contains(.derived), !flags.contains(.attempted) else { return }
    node.pointee.flags.formUnion(wasFresh ? [.attempted, .wasFresh] : .attempted)
    context.pointee.attempted.append(node)
  }

  /// A result that was put back does not follow from what the node has read since. An input that first
  /// computed inside the transaction is not put back, so its version would not tell; and a stored one may come
  /// back to the value that it had inside.
  @usableFromInline
  static func forgetInputVersions(of node: NodePointer) {
    node.pointee.flags.insert(.stale)
    var edge = node.pointee.firstInput
    while let current = edge, !planted(.restoredResultKeepsItsEdges) {
      let input = current.pointee.input
      if input.pointee.flags.contains(.derived)
        || current.pointee.version != input.pointee.version
      {
        if node.pointee.flags.contains(.collects) {
          property(of: node)?.children?.keepStart(of: current, Context.current)
        }
        current.pointee.version = .never
      }
      edge = current.pointee.nextInput
    }
  }

  /// At the end of the outermost transaction.
  static func forgetAttempts(_ context: ContextPointer) {
    while let node = context.pointee.attempted.popLast() {
      node.pointee.flags.subtract([.attempted, .wasFresh])
    }
  }

  /// Called at the end of a rollback, which has put back the results of these nodes. What an earlier one has
  /// put back is trusted on if nothing had changed when the transaction began.
  static func trust(
    _ restored: [NodePointer], since changesAtOpen: Int, _ context: ContextPointer
  ) {
    if context.pointee.changesAtRestore != changesAtOpen, !planted(.restoredResultIsTrustedOn) {
      forgetRestored(context)
    }
    context.pointee.changesAtRestore = context.pointee.changes
    for node in restored {
      if !node.pointee.flags.contains(.isRestored) {
        context.pointee.mustTidyUp = true
        context.pointee.restored.append(node)
      }
      node.pointee.flags.insert(.isRestored)
    }
  }

  /// Whether a new result of a node is the one that a rollback has put back: if nothing has changed since.
  @usableFromInline
  static func isTrusted(_ node: NodePointer, _ context: ContextPointer) -> Bool {
    node.pointee.flags.remove(.isRestored)
    return context.pointee.changesAtRestore == context.pointee.changes
  }

  /// At the end of the turn: who follows a restored value has seen it.
  @inline(never)
  static func forgetRestored(_ context: ContextPointer) {
    while let node = context.pointee.restored.popLast() { node.pointee.flags.remove(.isRestored) }
  }

  /// After a transaction was undone inside a computation: what that has read inside, it has read as it is
  /// now. Otherwise its own attempt would make it run again.
  ///
  /// - Parameters:
  ///   - reader: the computation.
  ///   - cursor: the edge to what it had read last when the transaction began.
  ///   - context: the thread's.
  static func rereadInputs(
    of reader: NodePointer, after cursor: EdgePointer?, _ context: ContextPointer
  ) {
    guard cursor != reader.pointee.lastInput else { return }
    var edge = cursor == nil ? reader.pointee.firstInput : cursor?.pointee.nextInput
    while let current = edge {
      refreshInput(current.pointee.input, context)
      current.pointee.version = current.pointee.input.pointee.version
      edge = current == reader.pointee.lastInput ? nil : current.pointee.nextInput
    }
  }
}
