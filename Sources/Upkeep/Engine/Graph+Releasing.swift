extension Graph {
  /// Called when a property is released, on any thread: hands its node to whoever may free it.
  static func propertyReleased(_ property: GraphElement) {
    let context = Context.current
    let node = property.node
    if isDeep(context) {
      propertyReleasedInDepth(property, context)
    } else if context.nesting == 0, !context.drops.areForeign, isAlone(node) {
      context.free(node)
      if context.hasReleases { settle(context) }
    } else {
      part(with: property, context)
    }
  }

  /// Hands the node of a property that goes to whoever may free it.
  @inline(__always)
  static func part(with property: GraphElement, _ context: ContextRef) {
    let node = property.node
    if mayUnlink(node, context) { return dispose(node, context) }
    leaveElsewhere(property, context)
  }

  @inline(never)
  private static func leaveElsewhere(_ property: GraphElement, _ context: ContextRef) {
    if !LooseReaders.abandon(property) { context.drops.abandoned.append(property.node) }
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Whether a node that computes nothing is in no list: where nothing is open, nobody stands on it.
  private static func isAlone(_ node: NodeRef) -> Bool {
    node.hasNoOwnerOrSigns && node.firstSubscriber == nil
      && node.flags.isDisjoint(with: [.derived, .effect, .hasSavepoint])
  }

  /// Whether what a node reads may be touched here.
  ///
  /// Where no owner is noted, possession is ownership.
  static func mayUnlink(_ node: NodeRef, _ context: ContextRef) -> Bool {
    if context.drops.areForeign { return false }
    // SAFETY: compared, never followed: the owner that runs here is alive, so no other has had its address.
    guard let noted = node.owner else { return true }
    return noted.toOpaque() == Owner.current(context)?.toOpaque()
  }

  /// Ends a node's part in the graph.
  ///
  /// It is unlinked and freed at once where nothing is open, and at the end of the outermost turn
  /// or refresh otherwise: until then the engine may stand on it.
  @inline(__always)
  static func dispose(_ node: NodeRef, _ context: ContextRef) {
    bury(node, context)
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// `dispose` by who looks after the settling.
  @inline(__always)
  static func bury(_ node: NodeRef, _ context: ContextRef) {
    node.flags.insert(.dead)
    if node.flags.contains(.effect) {
      loseNeed(by: node, context)
    } else {
      node.object = nil
    }
    context.dying.append(node)
  }

  /// Called in the `deinit` of a property: gives a reference back with the node, which is next.
  ///
  /// Until it is dead the engine takes the property for alive, so nothing of the program's may run
  /// here.
  static func releaseWithNode(_ object: Unmanaged<AnyObject>) {
    Context.current.releases.append(object)
  }

  /// Gives a reference back at the end of the outermost turn or refresh.
  static func releaseLater(_ object: Unmanaged<AnyObject>, _ context: ContextRef) {
    context.releases.append(object)
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Has an observer of reads announce what is due when the outermost turn has ended, and all that is dead is freed and
  /// released: its node waits among those that are abandoned, which come last.
  static func announceLater(_ observer: NodeRef, _ context: ContextRef) {
    context.drops.abandoned.append(observer)
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Keeps the property of a node until the outermost turn or refresh has ended: what the node is about to run may
  /// drop it; says whether it is there still.
  @inline(never)
  static func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool {
    guard let object = LooseReaders.object(of: node) else { return false }
    // SAFETY: `drain` gives this back.
    context.appendRelease(of: Unmanaged.passRetained(object))
    return true
  }

  /// Frees what waits.
  ///
  /// Freeing a node releases what its closure captured, which may release more properties; they
  /// join the list, so a chain of any length is freed by this one loop.
  @inline(never)
  static func settle(_ context: ContextRef) {
    if context.isDraining { return }
    repeat {
      drain(context)
      if !context.liveness.untold.isEmpty { tellLiveness(context) }
    } while context.dying.count | context.releases.count
      | context.drops.abandoned.count != 0
  }

  @inline(__always)
  static func drain(_ context: ContextRef) {
    context.isDraining = true
    while true {
      if let node = context.dying.popLast() {
        free(node, context)
      } else if let object = context.releases.popLast() {
        object.release()
      } else if let node = context.drops.abandoned.popLast() {
        partWithAbandoned(node, context)
      } else {
        break
      }
    }
    context.isDraining = false
  }

  @inline(__always)
  private static func free(_ node: NodeRef, _ context: ContextRef) {
    // Those of a collecting node are unlinked by its closure's release.
    let firstInput = node.flags.contains(.collects) ? nil : node.firstInput
    node.firstInput = nil
    dropInputs(from: firstInput, context)
    if node.signs.contains(.hasAbandonedReaders) { sweep(node, context) }
    while let edge = node.firstSubscriber { dropCycleEdge(edge, context) }
    if node.flags.contains(.stale), !context.queue.isEmpty {
      context.queue.remove(node)
    }
    node.releaseOwner()
    let object = node.flags.contains(.effect) ? node.object : nil
    // SAFETY: an effect's object is its token.
    object?._withUnsafeGuaranteedRef { unsafeDowncast($0, to: GraphEffect.self).nodeIsGone() }
    // The closure goes while the node is still there: it may own edges of the node's (`Children`), and runs what
    // `deinit` the program has for what it captured. Nothing leads to the node any more.
    node.dropClosure()
    object?.release()
    context.free(node)
  }

  /// Removes a run of edges from their inputs and frees them; the references they held follow later.
  @inline(__always)
  static func dropInputs(from first: EdgeRef?, _ context: ContextRef) {
    let wasNeeding = first?.subscriber.needsInputs == true
    if wasNeeding { ceaseToNeed(from: first) }
    var edge = first
    while let current = edge {
      edge = current.nextInput
      let input = current.input
      // An edge of a declared node that never computed was never attached: its input, which may have
      // another owner, is not touched.
      let isKnown =
        current.isAttached
        || !current.subscriber.flags.contains(.declared)
      if isKnown, input.recentEdge == current { input.recentEdge = nil }
      if current.isAttached { detach(current, wasNeeding: wasNeeding, context) }
      if current.isRetaining, let object = input.object {
        context.appendRelease(of: object)
      }
      context.free(current)
    }
  }

  /// Removes an edge that is in no list of inputs and does not retain.
  ///
  /// `wasNeeding` says whether its reader needed its inputs before the first of the edges that go
  /// together.
  static func drop(_ edge: EdgeRef, wasNeeding: Bool, _ context: ContextRef) {
    if edge.isAttached { detach(edge, wasNeeding: wasNeeding, context) }
    context.free(edge)
  }

  /// Removes an edge that closed a cycle from its reader, which outlives the node it read.
  @inline(never)
  static func dropCycleEdge(_ edge: EdgeRef, _ context: ContextRef) {
    let reader = edge.subscriber
    if reader.flags.intersection([.stale, .effect, .declared, .collects]) == .stale,
      !reader.signs.contains(.isAbandoned)
    {
      // Nobody can tell any more whether what it read has changed.
      forgetInputs(of: reader, context)
      return
    }
    unlist(edge)
    edge.detach()
    context.free(edge)
    if reader.flags.contains(.effect) { reader.withEffect { $0.inputIsGone() } }
  }

  /// Takes an edge out of its reader's list of inputs, if it is there.
  static func unlist(_ edge: EdgeRef) {
    let reader = edge.subscriber
    var previous: EdgeRef?
    var step = reader.firstInput
    while let current = step, current != edge {
      previous = current
      step = current.nextInput
    }
    if step == nil { return }
    if let previous {
      previous.nextInput = edge.nextInput
    } else {
      reader.firstInput = edge.nextInput
    }
    if reader.lastInput == edge { reader.lastInput = previous }
  }
}
