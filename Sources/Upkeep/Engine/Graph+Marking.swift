import UpkeepThread

extension Graph {
  /// Marks everything below a changed node as stale and queues the effects among it.
  ///
  /// A stale node is not entered again: by Invariant 1 everything below it is stale already. So a
  /// write that follows a write costs only the direct subscribers. A derived value without
  /// subscribers of its own that goes stale is needed by nobody; it detaches, and the next write
  /// does not see it.
  ///
  /// The pass is depth first, oldest subscriber first: in the order in which most programs make things,
  /// so memory is read in order and once, and effects are woken nearly by age.
  ///
  /// - Complexity: O(edges below that were fresh). No recursion, no allocation: a node with more
  ///   subscribers than the one that is entered keeps in `Node.link` where the pass goes on after it.
  @usableFromInline
  static func mark(below source: NodeRef, _ context: ContextRef) {
    context.effect?.flags.insert(.hasWritten)
    context.changes &+= 1
    // In a transaction none is ordinary: no node's flags match.
    let ordinary = context.journal == nil ? context.ownerKind : .dead
    if upkeep_has_hanging(), source.signs.contains(.hasAbandonedReaders) { sweep(source, context) }
    var edge = source.firstSubscriber
    // The next subscriber of the innermost node that has more of them.
    var pending: EdgeRef?
    while true {
      guard let step = edge else {
        guard let next = pending else { return }
        edge = next
        // This pass stored an edge, or nil, in the link of every node with pending subscribers.
        pending = next.input.link
        continue
      }
      edge = step.nextSubscriber
      let node = step.subscriber
      let flags = node.flags
      if flags.intersection(.needsMarkingCare) == ordinary {
        // Nearly always: a fresh derived value of the same owner.
        node.flags = flags.union(.stale)
      } else if !markWithCare(step, flags, context) {
        continue
      }
      guard let first = node.firstSubscriber else {
        step.detach()
        if planted(.unneededIsComputed), context.round.isEmpty {
          context.queue.append(node)
        }
        continue
      }
      if let next = edge {
        step.input.link = pending
        pending = next
      }
      edge = first
    }
  }

  /// Marks the subscriber of an edge, whatever it is, and says whether the pass goes on below it. `flags`
  /// are the subscriber's.
  @inline(__always)
  private static func markWithCare(
    _ edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    let node = edge.subscriber
    if flags.contains(.collects) { list(edge) }
    if flags.contains(.stale) {
      #if DEBUG
        checkTurn(of: node, flags, context)
      #endif
      if flags.contains(.paused), isAbandoned(node) { context.queue.append(node) }
      // It went stale while it was busy, and nobody has come to need it since: the pass detaches it.
      return node.firstSubscriber == nil
        && flags.isDisjoint(with: [.effect, .checking, .running])
    }
    node.flags = flags.union(.stale)
    if context.journal != nil { attempt(node, wasFresh: true, context) }
    claim(node, context)
    if flags.contains(.effect) {
      if flags.isDisjoint(with: [.dead, .paused]) || isAbandoned(node) {
        context.queue.append(node)
      }
      return false
    }
    return flags.isDisjoint(with: .busy)
  }

  #if DEBUG
    /// Stops at an effect that waits in another owner's open turn. (Law 15: the compiler cannot see that a
    /// graph is sent away inside an open batch. On plain threads, which own nothing, nor can this.)
    private static func checkTurn(
      of effect: NodeRef, _ flags: Node.Flags, _ context: ContextRef
    ) {
      guard flags.contains(.effect), flags.isDisjoint(with: [.dead, .paused, .uncomputed]),
        effect.owner?.toOpaque() != context.owner?.toOpaque(), !isAbandoned(effect)
      else { return }
      Misuse.stop(.sentInsideTurn(name: describe(effect)))
    }
  #endif
}
