extension Graph {
  /// Called when a property is released, on any thread: hands its node to whoever may free it.
  static func propertyReleased(_ node: NodePointer) {
    let context = Context.current
    if let owner = node.pointee.owner {
      // SAFETY: a node retains its owner, or that is the main actor's, which lives as long as the program.
      if !owner._withUnsafeGuaranteedRef({ $0.isCurrent(context) }) {
        // SAFETY: as above, up to the moment when the letter is in the mailbox: whoever collects it may free the
        // node, and the owner's last reference with it. This one keeps the owner until `post` has returned.
        let owner = owner.takeUnretainedValue()
        owner.post(.node(node))
        return
      }
    }
    dispose(node, context)
  }

  /// Ends a node's part in the graph. It is unlinked and freed at once where nothing is open, and at
  /// the end of the outermost turn or refresh otherwise: until then the engine may stand on it.
  static func dispose(_ node: NodePointer, _ context: ContextPointer) {
    node.pointee.flags.insert(.dead)
    if node.pointee.flags.contains(.effect) {
      forgetNeed(by: node)
    } else {
      node.pointee.object = nil
    }
    context.pointee.dying.append(node)
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Gives a reference back at the end of the outermost turn or refresh.
  static func releaseLater(_ object: Unmanaged<AnyObject>, _ context: ContextPointer) {
    context.pointee.releases.append(object)
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Frees what waits. Freeing a node releases what its closure captured, which may release more
  /// properties; they join the list, so a chain of any length is freed by this one loop.
  @inline(__always)
  static func settleReleases(_ context: ContextPointer) {
    if context.pointee.dying.count | context.pointee.releases.count | context.pointee.watched.count
      != 0
    {
      settle(context)
    }
  }

  @inline(never)
  private static func settle(_ context: ContextPointer) {
    if context.pointee.isDraining { return }
    repeat {
      drain(context)
      if !context.pointee.watched.isEmpty { tellLiveness(context) }
    } while !context.pointee.dying.isEmpty || !context.pointee.releases.isEmpty
  }

  private static func drain(_ context: ContextPointer) {
    context.pointee.isDraining = true
    while true {
      if let node = context.pointee.dying.popLast() {
        free(node, context)
      } else if let object = context.pointee.releases.popLast() {
        object.release()
      } else {
        break
      }
    }
    context.pointee.isDraining = false
  }

  private static func free(_ node: NodePointer, _ context: ContextPointer) {
    // Those of a collecting node go with its closure.
    let firstInput = node.pointee.flags.contains(.collects) ? nil : node.pointee.firstInput
    node.pointee.firstInput = nil
    dropInputs(from: firstInput, context)
    while let edge = node.pointee.firstSubscriber { dropRingEdge(edge, context) }
    if node.pointee.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    releaseOwner(of: node)
    let object = node.pointee.flags.contains(.effect) ? node.pointee.object : nil
    // SAFETY: an effect's object is its token.
    object?._withUnsafeGuaranteedRef { unsafeDowncast($0, to: EffectToken.self).hasEnded = true }
    var recompute = Node.Recompute.nothing
    swap(&node.pointee.recompute, &recompute)
    node.deinitialize(count: 1)
    context.pointee.nodes.give(node)
    // The closure goes when the node's memory is free already: what it releases may take it.
    _ = consume recompute
    object?.release()
  }

  /// Removes a run of edges from their inputs and frees them; the references they held follow later.
  static func dropInputs(from first: EdgePointer?, _ context: ContextPointer) {
    var edge = first
    while let current = edge {
      edge = current.pointee.nextInput
      let input = current.pointee.input
      // An edge of a declared node that never computed was never attached: its input, which may have
      // another owner, is not touched.
      let isKnown =
        current.pointee.isAttached
        || !current.pointee.subscriber.pointee.flags.contains(.declared)
      if isKnown, input.pointee.recentEdge == current { input.pointee.recentEdge = nil }
      if current.pointee.isAttached { current.detach() }
      if current.pointee.isRetaining, let object = input.pointee.object {
        context.pointee.releases.append(object)
      }
      context.pointee.edges.give(current)
    }
  }

  /// Removes an edge that is in no list of inputs and does not retain.
  static func drop(_ edge: EdgePointer, _ context: ContextPointer) {
    if edge.pointee.isAttached { edge.detach() }
    context.pointee.edges.give(edge)
  }

  /// Removes an edge that closed a ring from its reader, which outlives the node it read.
  private static func dropRingEdge(_ edge: EdgePointer, _ context: ContextPointer) {
    let reader = edge.pointee.subscriber
    var previous: EdgePointer?
    var step = reader.pointee.firstInput
    while let current = step, current != edge {
      previous = current
      step = current.pointee.nextInput
    }
    if let previous {
      previous.pointee.nextInput = edge.pointee.nextInput
    } else {
      reader.pointee.firstInput = edge.pointee.nextInput
    }
    if reader.pointee.lastInput == edge { reader.pointee.lastInput = previous }
    edge.detach()
    context.pointee.edges.give(edge)
  }
}
