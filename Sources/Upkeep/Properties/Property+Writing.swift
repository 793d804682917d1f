extension Property {
  /// The slow path of `StoredProperty.write`.
  ///
  /// It is for a write that may be refused, in a turn whose start is kept, or while a release
  /// waits.
  @inlinable @inline(never)
  final func writeWithCare(_ new: Value, _ context: ContextRef) {
    if context.pointee.computing != nil || node.flags.contains(.modifying) {
      writeAsMaker(new, context)
    } else if context.pointee.turnDepth > 0 {
      write(new, isTurn: false, context)
    } else {
      Graph.beginTurn(context)
      // Released last: the old value's `deinit` may read and write.
      let old = storage
      write(new, isTurn: true, context)
      Graph.endTurn(context)
      withExtendedLifetime(old) {}
    }
  }

  /// Writes inside a derivation that has made the property; reports a write that is not allowed.
  @usableFromInline @inline(never)
  final func writeAsMaker(_ new: Value, _ context: ContextRef) {
    guard mayWrite(context), let derivation = context.pointee.computing else { return }
    Graph.change(node, in: derivation, context) { write(new, isTurn: false, context) }
  }

  /// Writes in the open turn, which this write may have begun.
  @inlinable @inline(__always)
  final func write(_ new: Value, isTurn: Bool, _ context: ContextRef) {
    if !node.flags.contains(.hasOwnRule), let isEqual = plainEquality(current, new) {
      if !isEqual { replace(with: new, isTurn: isTurn, context) }
      return
    }
    // As in `writeWithCare`.
    let old = storage
    if !counts(new, asUnchangedFrom: current) { replace(with: new, isTurn: isTurn, context) }
    withExtendedLifetime(old) {}
  }

  /// Replaces the value by a different one, in the open turn.
  @inlinable @inline(__always)
  final func replace(with new: Value, isTurn: Bool, _ context: ContextRef) {
    let flags = node.flags
    if flags.contains(.hasSavepoint) || context.isOrigin(node) && keepOrigin(context) {
      checkTurn(context)
      keepSeen()
      if context.isInTransaction { noteForRollback(context) }
      store(new)
      if !returnToSavepoint() { node.issueVersion(node.flags) }
    } else {
      if isTurn || context.pointee.keepDepth != 0 || flags.contains(.announced) {
        keepSavepoint(context)
      }
      store(new)
      node.issueVersion(flags)
    }
    if isTurn, context.pointee.keepDepth == 0 {
      Graph.spread(from: node, context)
    } else {
      Graph.mark(below: node, context)
    }
  }

  /// Returns whether the property may be changed here and now; reports it if not.
  @usableFromInline
  final func mayWrite(_ context: ContextRef) -> Bool {
    if let derivation = context.pointee.computing, !Graph.isMadeHere(node, context) {
      Misuse.report(writeRefused(in: derivation, context))
      return false
    }
    if node.flags.contains(.modifying) {
      Misuse.report(Graph.overlappingAccess(to: node, context))
      return false
    }
    return true
  }
}
