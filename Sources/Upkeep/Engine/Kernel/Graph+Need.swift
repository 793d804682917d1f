import UpkeepThread

extension Graph {
  /// Called when a node of a lane reads what it has not read in the same place before: that may follow from
  /// the node itself.
  ///
  /// The nodes that do are marked now, and the turn goes on without the lane.
  @inline(never)
  static func leaveLane(_ context: ContextRef) {
    guard let node = context.pointee.lane else { return }
    context.pointee.lane = nil
    mark(below: node, context)
  }

  /// Leaves the lane, and brings up to date what is being read if it has turned out to be stale.
  @inline(never)
  static func leaveLane(toRead node: NodeRef, _ context: ContextRef) {
    leaveLane(context)
    if !node.flags.isDisjoint(with: .readCare) { refreshForRead(node, context) }
  }

  /// Whether nothing on the way down from an edge has been abandoned, as far as the way does not
  /// fork.
  ///
  /// Such a node may be marked as needed still.
  ///
  /// - Complexity: O(nodes of the lane). Nothing asks while nothing is abandoned in the whole program.
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

  /// Called when a change of a node with one reader has been marked and has woken an effect: everything on the
  /// way from there to the node is needed.
  ///
  /// - Complexity: O(nodes and edges on one way up); in a cycle, at most some three times round it. The next
  ///   change finds the nodes needed, unless what needs them has gone or a cycle was in the way.
  static func noteNeed(of source: NodeRef, _ context: ContextRef) {
    var node = context.pointee.queue[0]
    // Of an effect that was dropped elsewhere edges may have gone already.
    if upkeep_has_hanging(), node.signs.contains(.isAbandoned) { return }
    // A cycle is found by meeting a node of it again, noted at every power of two of the steps.
    var landmark = node
    var steps = 0
    while let input = wayUp(from: node, to: source)?.input, input != source,
      input != landmark
    {
      // Where a guest looks after need it is known already, or the effect was dropped elsewhere.
      if input.flags.isDisjoint(with: .attachingGuests) { input.flags.insert(.needed) }
      node = input
      steps += 1
      if steps & (steps - 1) == 0 { landmark = node }
    }
  }

  /// The first edge by which a change of `source` has come to a node.
  private static func wayUp(from node: NodeRef, to source: NodeRef) -> EdgeRef? {
    if node.flags.contains(.collects) { return nil }
    var edge = node.firstInput
    while let current = edge {
      let input = current.input
      if current.isAttached, input == source || input.flags.contains(.stale) {
        return current
      }
      edge = current.nextInput
    }
    return nil
  }

  /// Called when an effect has become idle.
  @inline(__always)
  static func loseNeed(by effect: NodeRef, _ context: ContextRef) {
    if !effect.flags.isDisjoint(with: .attachingGuests) {
      return context.ask { $0.loseNeed(by: effect, context) }
    }
    var edge = effect.firstInput
    while let up = edge {
      edge = up.nextInput
      forgetNeed(of: up.input, context)
    }
  }

  /// Called when an edge from a needed node, or from one of which a guest hears, was detached.
  @inline(never)
  static func didDetach(_ edge: EdgeRef, _ context: ContextRef) {
    if edge.subscriber.needsInputs { loseNeed(of: edge.input, context) }
  }

  /// Takes out one of several edges that go together: in a cycle an earlier one may have ended the need of their reader,
  /// and `didDetach` does not know any more that it needed this input.
  static func detach(_ edge: EdgeRef, wasNeeding: Bool, _ context: ContextRef) {
    let input = edge.input
    edge.detach()
    if wasNeeding, !edge.subscriber.needsInputs, input.flags.contains(.needed) {
      loseNeed(of: input, context)
    }
  }

  /// Called when a reader of a node has ceased to need it.
  @inline(never)
  static func loseNeed(of node: NodeRef, _ context: ContextRef) {
    if node.flags.isDisjoint(with: .attachingGuests) {
      forgetNeed(of: node, context)
    } else {
      context.ask { $0.loseNeed(of: node, context) }
    }
  }

  /// A node, and what it needs, is not known to be needed any more.
  static func forgetNeed(of node: NodeRef, _ context: ContextRef) {
    // A guest knows exactly what is needed of it. (It has not been attached to a reader that the guest does not hear of.)
    let mask: Node.Flags = [.needed, .attachingGuests]
    if node.flags.intersection(mask) != .needed { return }
    node.flags.remove(.needed)
    context.pointee.unneeded.append(node)
    while let current = context.pointee.unneeded.popLast() {
      var edge = current.firstInput
      while let up = edge {
        edge = up.nextInput
        let input = up.input
        if input.flags.intersection(mask) == .needed {
          input.flags.remove(.needed)
          context.pointee.unneeded.append(input)
        }
      }
    }
  }
}
