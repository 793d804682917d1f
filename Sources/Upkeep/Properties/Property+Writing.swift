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
    if node.flags.contains(.hasSavepoint) {
      checkTurn(context)
      noteForRollback(context)
      _ = exchange(new)
      if !returnToSavepoint() { node.issueVersion(node.flags) }
    } else {
      if context.keepDepth != 0 || node.flags.contains(.announced) { keepSavepoint(context) }
      _ = exchange(new)
      node.issueVersion(node.flags)
    }
    if context.turnDepth == 1, context.keepDepth == 0 {
      // A release was waiting, or the start was kept for whoever tracks.
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
}
