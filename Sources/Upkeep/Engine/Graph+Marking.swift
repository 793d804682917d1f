extension Graph {
  /// Marks everything below a changed node as stale and queues the effects among it.
  ///
  /// A stale node is not entered again: by Invariant 1 everything below it is stale already. So a
  /// write that follows a write costs only the direct subscribers. A derived value without
  /// subscribers of its own that goes stale is needed by nobody; it detaches, and the next write
  /// does not see it.
  ///
  /// The pass is depth first, oldest subscriber first: in the order in which most programs make things,
  /// so memory is read in order, and effects are woken nearly by age.
  ///
  /// - Complexity: O(edges below that were fresh). No recursion, no allocation: nodes that are still
  ///   to be entered form a list through `Node.link`.
  static func mark(below source: NodePointer, _ context: ContextPointer) {
    context.pointee.effect?.pointee.flags.insert(.hasWritten)
    let owner = context.pointee.ownerKind
    var current = source
    var pending: NodePointer?
    while true {
      var first: NodePointer?
      var last: NodePointer?
      var edge = current.pointee.firstSubscriber
      while let step = edge {
        edge = step.pointee.nextSubscriber
        let node = step.pointee.subscriber
        let flags = node.pointee.flags
        if flags.contains(.stale) {
          if isIdle(node, flags) { step.detach() }
          continue
        }
        node.pointee.flags = flags.union(.stale)
        if flags.intersection(.ownerKind) != owner { claim(node, context) }
        if flags.contains(.effect) {
          if !flags.contains(.dead) { context.pointee.queue.append(node) }
        } else if isIdle(node, flags) {
          step.detach()
        } else if flags.isDisjoint(with: .busy) {
          if let last {
            last.pointee.link = UnsafeMutableRawPointer(node)
          } else {
            first = node
          }
          last = node
        }
      }
      // What was found here comes before what was pending.
      last?.pointee.link = UnsafeMutableRawPointer(pending)
      guard let next = first ?? pending else { return }
      current = next
      // SAFETY: this pass stored a node, or nil, in the link of every node of the list.
      pending = next.pointee.link?.assumingMemoryBound(to: Node.self)
    }
  }

  /// Whether nobody reads a derived value at present.
  private static func isIdle(_ node: NodePointer, _ flags: Node.Flags) -> Bool {
    node.pointee.firstSubscriber == nil && flags.isDisjoint(with: [.effect, .checking, .running])
  }
}
