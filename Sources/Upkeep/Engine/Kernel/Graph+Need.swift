import UpkeepThread

extension Graph {
  /// Leaves the lane, because its node reads a value that it did not read in the same place last
  /// time.
  ///
  /// That value may depend on the lane's node, below which nothing is marked yet. So this marks
  /// below the node, and the turn continues without the lane.
  @inline(never)
  static func leaveLane(_ context: ContextRef) {
    guard let node = context.pointee.lane else { return }
    context.pointee.lane = nil
    mark(below: node, context)
  }

  /// Leaves the lane, and refreshes the node that is being read if the marking has made it stale.
  @inline(never)
  static func leaveLane(toRead node: NodeRef, _ context: ContextRef) {
    leaveLane(context)
    if !node.flags.isDisjoint(with: .readCare) { refreshForRead(node, context) }
  }

  /// Whether no node of the chain below an edge is abandoned, down to the first fork.
  ///
  /// An abandoned node may still be marked as needed.
  ///
  /// - Complexity: O(nodes of the lane). Called only while a node in the program is abandoned.
  @inline(never)
  static func leadsOnlyToKept(_ edge: EdgeRef) -> Bool {
    var edge = edge
    while !edge.subscriber.signs.contains(.isAbandoned) {
      let node = edge.subscriber
      guard node.flags.contains(.needed), let next = node.firstSubscriber,
        next == node.lastSubscriber
      else { return true }
      edge = next
    }
    return false
  }

  // MARK: - Nodes known to be needed

  /// Marks the nodes on the way from the first queued effect up to a node as needed; called when
  /// marking below that node, which has one reader, has woken the effect.
  ///
  /// - Complexity: O(nodes and edges on one way up); in a cycle, about three times round it at
  ///   most. The next change finds the nodes needed, unless the effect was released or a cycle
  ///   stopped the walk.
  static func noteNeed(of source: NodeRef, _ context: ContextRef) {
    var node = context.pointee.queue[0]
    // An abandoned effect may have lost edges already.
    if upkeep_has_hanging(), node.signs.contains(.isAbandoned) { return }
    // Brent's algorithm ends a walk in a cycle: such a walk meets the landmark again. The landmark
    // moves to the current node whenever the number of steps is a power of two.
    var landmark = node
    var steps = 0
    while let input = wayUp(from: node, to: source)?.input, input != source,
      input != landmark
    {
      // The need of a node with `attachingGuests` is known already, unless the effect is abandoned.
      if input.flags.isDisjoint(with: .attachingGuests) { input.flags.insert(.needed) }
      node = input
      steps += 1
      if steps & (steps - 1) == 0 { landmark = node }
    }
  }

  /// Returns the first edge through which a change of `source` reached a node.
  private static func wayUp(from node: NodeRef, to source: NodeRef) -> EdgeRef? {
    if node.flags.contains(.collects) { return nil }
    return node.inputs.first {
      $0.isAttached && ($0.input == source || $0.input.flags.contains(.stale))
    }
  }

  /// Withdraws the need of an effect that has become idle.
  @inline(__always)
  static func loseNeed(by effect: NodeRef, _ context: ContextRef) {
    if !effect.flags.isDisjoint(with: .attachingGuests) {
      return context.ask { $0.loseNeed(by: effect, context) }
    }
    for edge in effect.inputs { forgetNeed(of: edge.input, context) }
  }

  /// Withdraws a reader's need after its edge was detached from a node with a flag of
  /// `detachingCare`.
  @inline(never)
  static func didDetach(_ edge: EdgeRef, _ context: ContextRef) {
    if edge.subscriber.needsInputs { loseNeed(of: edge.input, context) }
  }

  /// Detaches one of several edges that a reader drops together.
  ///
  /// In a cycle, detaching an earlier edge may have ended the need for the reader itself. Then
  /// `didDetach` cannot tell that the reader needed this input.
  static func detach(_ edge: EdgeRef, wasNeeding: Bool, _ context: ContextRef) {
    let input = edge.input
    edge.detach()
    if wasNeeding, !edge.subscriber.needsInputs, input.flags.contains(.needed) {
      loseNeed(of: input, context)
    }
  }

  /// Withdraws one reader's need of a node.
  @inline(never)
  static func loseNeed(of node: NodeRef, _ context: ContextRef) {
    if node.flags.isDisjoint(with: .attachingGuests) {
      forgetNeed(of: node, context)
    } else {
      context.ask { $0.loseNeed(of: node, context) }
    }
  }

  /// Marks a node, and the nodes that it needs, as no longer known to be needed.
  static func forgetNeed(of node: NodeRef, _ context: ContextRef) {
    // Need is exact for a node with `attachingGuests`. (All its readers have that flag, too.)
    let mask: Node.Flags = [.needed, .attachingGuests]
    if node.flags.intersection(mask) != .needed { return }
    node.flags.remove(.needed)
    context.pointee.unneeded.append(node)
    while let current = context.pointee.unneeded.popLast() {
      for edge in current.inputs {
        let input = edge.input
        if input.flags.intersection(mask) == .needed {
          input.flags.remove(.needed)
          context.pointee.unneeded.append(input)
        }
      }
    }
  }
}
