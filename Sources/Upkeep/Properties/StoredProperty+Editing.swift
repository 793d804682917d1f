// Editing in place: what `_modify` and `modify` do before and after.
extension StoredProperty {
  @usableFromInline
  func beginEdit() -> ContextPointer {
    let context = Context.current
    if node.pointee.flags.contains(.modifying) {
      Misuse.stop(.overlappingAccess(property: label.description))
    }
    if context.pointee.computing != nil {
      keepForRefusal(context)
    } else if context.pointee.keepDepth != 0 {
      noteForRollback(context)
      if node.pointee.flags.contains(.keepsStart) { checkTurn(context) } else { keepStart(context) }
    }
    node.pointee.flags.insert(.modifying)
    // What is written during the edit must not run effects: they may read this property.
    context.pointee.turnDepth += 1
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { Owner.enter(context) }
    return context
  }

  @usableFromInline
  func endEdit(_ context: ContextPointer) {
    node.pointee.flags.remove(.modifying)
    context.pointee.turnDepth -= 1
    defer {
      context.pointee.nesting -= 1
      if context.pointee.nesting == 0 { Graph.settleReleases(context) }
    }
    if context.pointee.computing != nil {
      refuseEdit(context)
      return
    }
    if node.pointee.flags.contains(.keepsStart) {
      start?.wasEdited = true
      context.pointee.mayComeBack = true
    }
    node.pointee.issueVersion()
    context.pointee.changes &+= 1
    if node.pointee.firstSubscriber != nil || !context.pointee.queue.isEmpty
      || !context.pointee.starts.isEmpty || !context.pointee.restored.isEmpty
    {
      Graph.didChange(node, context)
    }
  }

  /// An edit inside a derivation cannot be refused before it is made; it is undone.
  private func keepForRefusal(_ context: ContextPointer) {
    madeStart.refused.append(storage)
  }

  private func refuseEdit(_ context: ContextPointer) {
    var kept = start?.refused.removeLast() ?? storage
    swap(&storage, &kept)
    _ = mayWrite(context)
  }
}
