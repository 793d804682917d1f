// Editing in place: the code that `_modify` and `modify` run before and after.
extension StoredProperty {
  @usableFromInline
  func beginEdit() -> ContextRef {
    let context = Context.current
    #if DEBUG
      context.visit(node)
    #endif
    let flags = node.flags
    if flags.contains(.modifying) { Graph.stopOverlappingAccess(to: node) }
    if context.pointee.computing != nil || asksAtOnce(flags, context) {
      madeSavepoint.beforeEdit = storage
      node.flags.insert(.asksAboutEdit)
    } else if context.pointee.keepDepth != 0 {
      keepForComparison(flags, context)
    }
    node.flags.insert(.modifying)
    // Writes during the edit must not run effects, which may read this property.
    context.pointee.turnDepth += 1
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { context.enter() }
    #if DEBUG
      context.visit(node)
    #endif
    return context
  }

  @usableFromInline
  func endEdit(_ context: ContextRef) {
    let flags = node.flags
    node.flags = flags.subtracting([.modifying, .asksAboutEdit])
    context.pointee.turnDepth -= 1
    defer {
      context.pointee.nesting -= 1
      context.settleIfIdle()
    }
    if flags.contains(.asksAboutEdit) { return endAskedEdit(context) }
    if flags.contains(.hasSavepoint) { compareAtEnd(context) }
    node.issueVersion(node.flags)
    if node.firstSubscriber != nil || !context.pointee.queue.isEmpty
      || !context.pointee.undoLog.isEmpty
    {
      Graph.didChange(node, context)
    }
  }

  /// Returns whether the property's own rule is asked when the edit ends.
  ///
  /// In a batch, the rule is asked when the batch ends. In an effect, it is asked at once: other
  /// code may see the edit before the round ends, and a value that was seen is never taken back.
  private func asksAtOnce(_ flags: Node.Flags, _ context: ContextRef) -> Bool {
    flags.intersection([.hasOwnRule, .countsEverything]) == .hasOwnRule
      && (context.pointee.keepDepth == 0 || context.pointee.effect != nil)
  }

  /// Keeps the values for the comparison at the end of the batch or round.
  ///
  /// They are the start of the turn, and a value that an effect has read since.
  private func keepForComparison(_ flags: Node.Flags, _ context: ContextRef) {
    guard flags.contains(.hasSavepoint) || keepOrigin(context) else {
      if flags.contains(.countsEverything) { return noteForRollback(context) }
      return keepSavepoint(context)
    }
    checkTurn(context)
    noteForRollback(context)
    keepSeen()
  }

  /// Ends an edit that needs the change rule, or that a derivation may not make.
  ///
  /// Restores the old value, and then writes the edited one.
  @inline(never)
  private func endAskedEdit(_ context: ContextRef) {
    var edited = savepoint?.beforeEdit
    savepoint?.beforeEdit = nil
    swap(&storage, &edited)
    // Changes made during the edit wait for the end of a turn.
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    // A stored property has a value from its initializer on.
    if let edited, mayWrite(context) { write(edited) }
  }
}

extension Node.Flags {
  /// The flags of a property that the program sets.
  @usableFromInline
  static func stored<Value>(by rule: ChangeRule<Value>) -> Node.Flags {
    if rule.isOfType { return [] }
    return rule.countsEverything ? [.hasOwnRule, .countsEverything] : .hasOwnRule
  }
}
