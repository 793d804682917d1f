extension Property {
  /// `StoredProperty.write` where it may be refused, where the start of the turn is kept, or where a release
  /// waits.
  @inlinable @inline(never)
  final func writeWithCare(_ new: Value, _ context: ContextRef) {
    guard mayWrite(context) else { return }
    // The old value goes when all is done: its `deinit` may read and write.
    let old = storage
    defer { withExtendedLifetime(old) {} }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    let tracker = context.tracker
    context.tracker = nil
    context.computing = node
    let isUnchanged = self.isUnchanged(current, new)
    context.computing = nil
    context.tracker = tracker
    if isUnchanged { return }
    noteForRollback(context)
    if node.flags.contains(.hasSavepoint) {
      checkTurn(context)
      _ = exchange(new)
      if !returnToSavepoint() { node.issueVersion(node.flags) }
    } else {
      if context.keepDepth != 0 { keepSavepoint(context) }
      _ = exchange(new)
      node.issueVersion(node.flags)
    }
    if context.turnDepth == 1, context.keepDepth == 0 {
      // Only a deferred release was waiting.
      Graph.spread(from: node, context)
    } else {
      Graph.mark(below: node, context)
    }
  }

  /// Whether the property may be changed here and now; reports it if not.
  @usableFromInline
  final func mayWrite(_ context: ContextRef) -> Bool {
    if let derivation = context.computing {
      Misuse.report(
        .writeInDerivation(
          derivation: Graph.describe(derivation), property: label.description))
      return false
    }
    if node.flags.contains(.modifying) {
      Misuse.report(.overlappingAccess(property: label.description))
      return false
    }
    return true
  }

  /// Notes for a transaction that there is no value yet.
  ///
  /// One that is computed inside goes if that is undone: a previous value would be seen by the next
  /// computation, and by the change rule.
  @usableFromInline @inline(never)
  final func noteFirst(in journal: Journal) {
    let savepoint = madeSavepoint
    let notedBefore = savepoint.notedBy
    savepoint.notedBy = journal.ticket
    journal.onRollback { [self] context in
      savepoint.notedBy = notedBefore
      var first: Value?
      swap(&storage, &first)
      let kept = savepoint.value
      (savepoint.value, savepoint.wasEdited) = (nil, false)
      node.flags.remove(.hasSavepoint)
      Graph.becomeUncomputed(node, context)
      return (self, first, kept)
    }
  }

  /// Notes the value, and what it follows from, for a transaction, once.
  @inlinable
  final func note(in journal: Journal) {
    let savepoint = madeSavepoint
    // Noted inside a transaction that has committed it is noted for the one around that, too.
    let notedBefore = savepoint.notedBy
    if notedBefore >= journal.ticket { return }
    savepoint.notedBy = journal.ticket
    let value = storage
    let version = node.version
    let touches = savepoint.touches
    // Without a savepoint the turn has changed nothing here so far.
    let began =
      node.flags.contains(.hasSavepoint)
      ? (savepoint.value, savepoint.version, savepoint.wasEdited) : nil
    let inputs = node.flags.contains(.derived) ? KeptInputs(of: node) : nil
    journal.onRollback { [self] context in
      var other = value
      savepoint.notedBy = notedBefore
      // Tickets grow. So it was noted, or computed first, after the transaction began that is being undone: an earlier
      // step puts it back, or there is nothing to go back to.
      if let undoing = context.undoing, notedBefore >= undoing.ticket { return self }
      swap(&storage, &other)
      goBack(to: version)
      let forgotten = savepoint.value
      savepoint.touches = touches
      (savepoint.value, savepoint.version, savepoint.wasEdited) = began ?? (nil, .none, false)
      if began == nil { node.flags.remove(.hasSavepoint) }
      // The nodes below a stale node are stale, and a collecting one is told which of its children are.
      let mustMark = !node.flags.contains(.stale)
      inputs?.putBack(to: node, context)
      if mustMark { Graph.mark(below: node, context) }
      // A trivial value has no `deinit` to wait for.
      if _isPOD(Value.self) { return self }
      return (self, other, forgotten)
    }
  }
}
