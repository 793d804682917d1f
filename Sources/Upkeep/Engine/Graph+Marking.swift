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
  static func mark(below source: NodePointer, _ context: ContextPointer) {
    context.pointee.effect?.pointee.flags.insert(.hasWritten)
    context.pointee.changes &+= 1
    let isAttempt = context.pointee.journal != nil
    // In a transaction none is ordinary: no node's flags match.
    let ordinary = isAttempt ? .dead : context.pointee.ownerKind
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
      // Nearly always: a fresh derived value of the same owner with subscribers.
      if flags.intersection(.needsMarkingCare) == ordinary, let first = node.pointee.firstSubscriber
      {
        node.pointee.flags = flags.union(.stale)
        if let next = edge {
          step.pointee.input.pointee.link = UnsafeMutableRawPointer(pending)
          pending = next
        }
        edge = first
        continue
      }
      if flags.contains(.collects) { list(step) }
      if flags.contains(.stale) {
        if isIdle(node, flags) { step.detach() }
        #if DEBUG
          checkTurn(of: node, flags, context)
        #endif
        continue
      }
      node.pointee.flags = flags.union(.stale)
      if isAttempt { attempt(node, wasFresh: true, context) }
      claim(node, context)
      if flags.contains(.effect) {
        if flags.isDisjoint(with: [.dead, .paused]) { context.pointee.queue.append(node) }
      } else if isIdle(node, flags) {
        step.detach()
      } else if flags.isDisjoint(with: .busy) {
        if let next = edge {
          step.pointee.input.pointee.link = UnsafeMutableRawPointer(pending)
          pending = next
        }
        edge = node.pointee.firstSubscriber
      }
    }
  }

  #if DEBUG
    /// Stops at an effect that waits in another owner's open turn. (Law 15: the compiler cannot see that a
    /// graph is sent away inside an open batch. On plain threads, which own nothing, nor can this.)
    private static func checkTurn(
      of effect: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
    ) {
      guard flags.contains(.effect), flags.isDisjoint(with: [.dead, .paused, .uncomputed]),
        effect.pointee.owner?.toOpaque() != context.pointee.owner?.toOpaque()
      else { return }
      Misuse.stop(.sentInsideTurn(name: describe(effect)))
    }
  #endif

  /// Whether nobody reads a derived value at present.
  private static func isIdle(_ node: NodePointer, _ flags: Node.Flags) -> Bool {
    node.pointee.firstSubscriber == nil && flags.isDisjoint(with: [.effect, .checking, .running])
  }
}
