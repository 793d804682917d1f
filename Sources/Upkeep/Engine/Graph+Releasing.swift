extension Graph {
  /// Called when a property is released, on any thread: hands its node to whoever may free it.
  static func propertyReleased(_ property: UntypedProperty) {
    let context = Context.current
    let node = property.node
    if isDeep(context) {
      propertyReleasedInDepth(property, context)
    } else if context.pointee.nesting == 0, !context.pointee.dropsAreForeign, isAlone(node) {
      node.deinitialize(count: 1)
      context.pointee.nodes.give(node)
      settleReleases(context)
    } else {
      part(with: node, context)
    }
  }

  /// Hands a node to whoever may free it.
  @inline(__always)
  static func part(with node: NodePointer, _ context: ContextPointer) {
    if mayUnlink(node, context) { return dispose(node, context) }
    context.pointee.abandoned.append(node)
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Whether a node that computes nothing is in no list: where nothing is open, nobody stands on it.
  @inline(__always)
  private static func isAlone(_ node: NodePointer) -> Bool {
    node.hasNoOwnerOrSigns && node.pointee.firstSubscriber == nil
      && node.pointee.flags.isDisjoint(with: [.derived, .effect, .keepsStart, .livenessPending])
  }

  /// Whether what a node reads may be touched here. Where no owner is noted, possession is ownership.
  private static func mayUnlink(_ node: NodePointer, _ context: ContextPointer) -> Bool {
    if context.pointee.dropsAreForeign { return false }
    // SAFETY: compared, never followed: the owner that runs here is alive, so no other has had its address.
    guard let noted = node.owner else { return true }
    return noted.toOpaque() == Owner.current(context)?.toOpaque()
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

  /// Called in the `deinit` of a property: gives a reference back with the node, which is next. Until it is dead the
  /// engine takes the property for alive, so nothing of the program's may run here.
  static func releaseWithNode(_ object: Unmanaged<AnyObject>) {
    Context.current.pointee.releases.append(object)
  }

  /// Gives a reference back at the end of the outermost turn or refresh.
  static func releaseLater(_ object: Unmanaged<AnyObject>, _ context: ContextPointer) {
    context.pointee.releases.append(object)
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Keeps the property of a node until the outermost turn or refresh has ended: what the node is about to run may
  /// drop it.
  @inline(never)
  static func keepWhileOpen(_ node: NodePointer, _ context: ContextPointer) {
    guard let object = node.pointee.object, !node.signs.contains(.isAbandoned) else { return }
    // SAFETY: `object` is nil from the moment the property is released, unless the node was abandoned. `drain` gives
    // this back.
    context.pointee.releases.append(object.retain())
  }

  /// Frees what waits. Freeing a node releases what its closure captured, which may release more
  /// properties; they join the list, so a chain of any length is freed by this one loop.
  @inline(__always)
  static func settleReleases(_ context: ContextPointer) {
    if context.pointee.dying.count | context.pointee.releases.count | context.pointee.watched.count
      | context.pointee.abandoned.count != 0
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
    } while context.pointee.dying.count | context.pointee.releases.count
      | context.pointee.abandoned.count != 0
  }

  @inline(__always)
  static func drain(_ context: ContextPointer) {
    context.pointee.isDraining = true
    while true {
      if let node = context.pointee.dying.popLast() {
        free(node, context)
      } else if let object = context.pointee.releases.popLast() {
        object.release()
      } else if let node = context.pointee.abandoned.popLast() {
        if node.signs.contains(.isAbandoned) {
          unhang(node, context)
        } else {
          abandon(node, context)
        }
      } else {
        break
      }
    }
    context.pointee.isDraining = false
  }

  @inline(__always)
  private static func free(_ node: NodePointer, _ context: ContextPointer) {
    // Those of a collecting node are unlinked by its closure's release.
    let firstInput = node.pointee.flags.contains(.collects) ? nil : node.pointee.firstInput
    node.pointee.firstInput = nil
    dropInputs(from: firstInput, context)
    if node.signs.contains(.hasAbandonedReaders) { sweep(node, context) }
    while let edge = node.pointee.firstSubscriber { dropRingEdge(edge, context) }
    if node.pointee.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    releaseOwner(of: node)
    let object = node.pointee.flags.contains(.effect) ? node.pointee.object : nil
    // SAFETY: an effect's object is its token.
    object?._withUnsafeGuaranteedRef { unsafeDowncast($0, to: EffectToken.self).hasEnded = true }
    // The closure goes while the node is still there: it may own edges of the node's (`Children`), and runs what
    // `deinit` the program has for what it captured. Nothing leads to the node any more.
    var recompute = Node.Recompute.nothing
    swap(&node.pointee.recompute, &recompute)
    _ = consume recompute
    object?.release()
    node.deinitialize(count: 1)
    context.pointee.nodes.give(node)
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
  static func dropRingEdge(_ edge: EdgePointer, _ context: ContextPointer) {
    let reader = edge.pointee.subscriber
    if reader.pointee.flags.intersection([.stale, .effect, .declared, .collects]) == .stale {
      // Nobody can tell any more whether what it read has changed.
      forgetInputs(of: reader, context)
      return
    }
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
