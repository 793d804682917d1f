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
  static func mark(below source: NodePointer, _ context: ContextPointer) {
    context.pointee.effect?.pointee.flags.insert(.hasWritten)
    context.pointee.changes &+= 1
    // In a transaction none is ordinary: no node's flags match.
    let ordinary = context.pointee.journal == nil ? context.pointee.ownerKind : .dead
    if upkeep_has_hanging(), source.signs.contains(.hasAbandonedReaders) { sweep(source, context) }
    var edge = source.pointee.firstSubscriber
    // The next subscriber of the innermost node that has more of them.
    var pending: EdgePointer?
    while true {
      guard let step = edge else {
        guard let next = pending else { return }
        edge = next
        // SAFETY: this pass stored an edge, or nil, in the link of every node with pending subscribers.
        pending = next.pointee.input.pointee.link?.assumingMemoryBound(to: Edge.self)
        continue
      }
      edge = step.pointee.nextSubscriber
      let node = step.pointee.subscriber
      let flags = node.pointee.flags
      if flags.intersection(.needsMarkingCare) == ordinary {
        // Nearly always: a fresh derived value of the same owner.
        node.pointee.flags = flags.union(.stale)
      } else if !markWithCare(step, flags, context) {
        continue
      }
      guard let first = node.pointee.firstSubscriber else {
        step.detach()
        if planted(.unneededIsComputed), context.pointee.round.isEmpty {
          context.pointee.queue.append(node)
        }
        continue
      }
      if let next = edge {
        step.pointee.input.pointee.link = UnsafeMutableRawPointer(pending)
        pending = next
      }
      edge = first
    }
  }

  /// Marks the subscriber of an edge, whatever it is, and says whether the pass goes on below it. `flags`
  /// are the subscriber's.
  @inline(__always)
  private static func markWithCare(
    _ edge: EdgePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) -> Bool {
    let node = edge.pointee.subscriber
    if flags.contains(.collects) { list(edge) }
    if flags.contains(.stale) {
      #if DEBUG
        checkTurn(of: node, flags, context)
      #endif
      if flags.contains(.paused), isAbandoned(node) { context.pointee.queue.append(node) }
      // It went stale while it was busy, and nobody has come to need it since: the pass detaches it.
      return node.pointee.firstSubscriber == nil
        && flags.isDisjoint(with: [.effect, .checking, .running])
    }
    node.pointee.flags = flags.union(.stale)
    if context.pointee.journal != nil { attempt(node, wasFresh: true, context) }
    claim(node, context)
    if flags.contains(.effect) {
      if flags.isDisjoint(with: [.dead, .paused]) || isAbandoned(node) {
        context.pointee.queue.append(node)
      }
      return false
    }
    return flags.isDisjoint(with: .busy)
  }

  #if DEBUG
    /// Stops at an effect that waits in another owner's open turn. (Law 15: the compiler cannot see that a
    /// graph is sent away inside an open batch. On plain threads, which own nothing, nor can this.)
    private static func checkTurn(
      of effect: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
    ) {
      guard flags.contains(.effect), flags.isDisjoint(with: [.dead, .paused, .uncomputed]),
        effect.owner?.toOpaque() != context.pointee.owner?.toOpaque(), !isAbandoned(effect)
      else { return }
      Misuse.stop(.sentInsideTurn(name: describe(effect)))
    }
  #endif
}
