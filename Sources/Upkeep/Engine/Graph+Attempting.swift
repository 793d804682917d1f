// A transaction that is undone must not be seen by those who read derived values either, whatever these
// count as a change. So a derived value that was true when the outermost transaction began, and computes
// inside it, is put back with its version; and if nothing changes before it computes again in this turn,
// that result is taken for the same.
extension Graph {
  /// Called when a node goes stale or is refreshed inside a transaction. What it was at the first time, it
  /// was when the outermost one began.
  @usableFromInline @inline(never)
  static func attempt(_ node: NodeRef, wasFresh: Bool, _ context: ContextRef) {
    let flags = node.flags
    guard flags.contains(.derived), !flags.contains(.attempted) else { return }
    node.flags.formUnion(wasFresh ? [.attempted, .wasFresh] : .attempted)
    context.attempted.append(node)
  }

  /// A result that was put back does not follow from what the node has read since. An input that first
  /// computed inside the transaction is not put back, so its version would not tell; and a stored one may come
  /// back to the value that it had inside.
  @usableFromInline
  static func forgetInputVersions(of node: NodeRef) {
    node.flags.insert(.stale)
    var edge = node.firstInput
    while let current = edge, !planted(.restoredResultKeepsItsEdges) {
      let input = current.input
      if input.flags.contains(.derived)
        || current.version != input.version
      {
        if node.flags.contains(.collects) {
          node.element?.children?.keepStart(of: current, Context.current)
        }
        current.version = .never
      }
      edge = current.nextInput
    }
  }

  /// At the end of the outermost transaction.
  static func forgetAttempts(_ context: ContextRef) {
    while let node = context.attempted.popLast() {
      node.flags.subtract([.attempted, .wasFresh])
    }
  }

  /// Called at the end of a rollback, which has put back the results of these nodes. What an earlier one has
  /// put back is trusted on if nothing had changed when the transaction began.
  static func trust(
    _ restored: [NodeRef], since changesAtOpen: Int, _ context: ContextRef
  ) {
    if context.changesAtRestore != changesAtOpen, !planted(.restoredResultIsTrustedOn) {
      forgetRestored(context)
    }
    context.changesAtRestore = context.changes
    for node in restored {
      if !node.flags.contains(.isRestored) {
        context.mustTidyUp = true
        context.restored.append(node)
      }
      node.flags.insert(.isRestored)
    }
  }

  /// Whether a new result of a node is the one that a rollback has put back: if nothing has changed since.
  @usableFromInline
  static func isTrusted(_ node: NodeRef, _ context: ContextRef) -> Bool {
    node.flags.remove(.isRestored)
    return context.changesAtRestore == context.changes
  }

  /// At the end of the turn: who follows a restored value has seen it.
  @inline(never)
  static func forgetRestored(_ context: ContextRef) {
    while let node = context.restored.popLast() { node.flags.remove(.isRestored) }
  }

  /// After a transaction was undone inside a computation: what that has read inside, it has read as it is
  /// now. Otherwise its own attempt would make it run again.
  ///
  /// - Parameters:
  ///   - reader: the computation.
  ///   - cursor: the edge to what it had read last when the transaction began.
  ///   - context: the thread's.
  static func rereadInputs(
    of reader: NodeRef, after cursor: EdgeRef?, _ context: ContextRef
  ) {
    guard cursor != reader.lastInput else { return }
    var edge = cursor == nil ? reader.firstInput : cursor?.nextInput
    while let current = edge {
      refreshInput(current.input, context)
      current.version = current.input.version
      edge = current == reader.lastInput ? nil : current.nextInput
    }
  }
}
