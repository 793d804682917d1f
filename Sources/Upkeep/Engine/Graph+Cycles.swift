extension Graph {
  /// Called when the node that is computing reads `target`, which needs that node's value.
  @inline(never)
  static func closeRing(at target: NodeRef, _ context: ContextRef) {
    guard let reader = context.computing else { return }
    closeRing(at: target, from: reader, context)
    // The read needs a value now.
    if let member = context.cycles[target] {
      _ = target.element?.absorb(member.error)
    }
  }

  /// Called when `reader` needs a node that was found in a ring and has computed since. If that ring
  /// is still being computed, the reader is in it.
  @inline(never)
  static func joinRing(
    through node: NodeRef, from reader: NodeRef, _ context: ContextRef
  ) {
    let rings = context.cycles
    // On the way back along a ring every member reads the next: they know already.
    if let own = rings[reader], reader.flags.contains(.cyclic),
      own.target == rings[node]?.target
    {
      return
    }
    var needed = [node]
    while let last = needed.last, last.flags.isDisjoint(with: .busy) {
      guard let next = rings[last]?.next, needed.count <= rings.count else { return }
      needed.append(next)
    }
    if let target = needed.popLast() {
      closeRing(at: target, from: reader, through: needed, context)
    }
  }

  /// Marks the members of a ring and reports it, once; each becomes a failure, or keeps its last
  /// value, when its computation ends. A member that can do neither goes on with the last value of the
  /// connectable property that closes the ring; where there is none, it stops the program.
  @inline(never)
  static func closeRing(
    at target: NodeRef, from reader: NodeRef, through needed: [NodeRef] = [],
    _ context: ContextRef
  ) {
    if reader.flags.contains(.cyclic), context.cycles[reader]?.target == target {
      return
    }
    let busy = members(from: reader, to: target, context)
    let absorbing = busy.filter(canAbsorb)
    let isCut = ([reader, target] + needed).contains(where: cutsRings)
    if isCut || !absorbing.isEmpty,
      absorbing.allSatisfy({ $0.flags.contains(.cyclic) })
    {
      return
    }
    let ring = busy.reversed() + needed
    let lost = isCut ? [] : ring.filter { !canAbsorb($0) }
    let error = CycleError(
      places: (ring + [target]).map(label),
      withoutResult: (lost.isEmpty ? ring.filter(keepsItsValue) : lost).map(label))
    if let node = lost.last {
      Misuse.stop(.cycle(error), because: "\(describe(node)) has no earlier value to keep")
    }
    for (node, next) in zip(ring, ring.dropFirst() + [target])
    where !node.flags.isDisjoint(with: .busy) && canAbsorb(node) {
      if node.flags.contains(.checking) { node.flags.insert(.changed) }
      node.flags.formUnion([.cyclic, .inCycle, .inOpenCycle])
      context.cycles[node] = RingMember(error: error, target: target, next: next)
    }
    Misuse.report(.cycle(error))
  }

  /// The nodes from `reader` down to `target`, each needed by the next: along the path of every open
  /// refresh, and from one refresh to the derivation that asked for it.
  private static func members(
    from reader: NodeRef, to target: NodeRef, _ context: ContextRef
  ) -> [NodeRef] {
    var ring = [reader]
    var node = reader
    var frame = context.frame
    var depth = context.outerFrames.count
    while node != target {
      if node == frame.root {
        guard let asker = frame.computing else { return ring + [target] }
        node = asker
        depth -= 1
        frame = depth >= 0 ? context.outerFrames[depth] : Frame()
      } else if let up = node.link {
        // A node on the path of a refresh keeps the edge by which it was reached.
        node = up.subscriber
      } else {
        return ring + [target]
      }
      ring.append(node)
    }
    return ring
  }

  private static func canAbsorb(_ node: NodeRef) -> Bool {
    !node.flags.contains(.uncomputed) || node.element?.absorbsCycles == true
  }

  /// Whether a ring can never be the value of a node.
  private static func keepsItsValue(_ node: NodeRef) -> Bool {
    !node.flags.contains(.effect) && node.element?.absorbsCycles == false
  }

  /// Whether a ring may be cut at a node, so that members without a value compute from what it keeps.
  private static func cutsRings(_ node: NodeRef) -> Bool {
    node.element?.cutsRings == true
  }

  /// Ends the computation of a member of a ring; says whether it has a new value.
  @usableFromInline @inline(never)
  static func absorbRing(_ node: NodeRef, _ context: ContextRef) -> Bool {
    node.flags.remove(.cyclic)
    guard let error = context.cycles[node]?.error else { return false }
    return node.element?.absorb(error) ?? false
  }

  /// A node that computes is in the ring of its last computation no longer.
  @inline(never)
  static func leaveRing(_ node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.cyclic) { return }
    node.flags.subtract([.inCycle, .inOpenCycle])
    context.cycles[node] = nil
  }

  /// At the end of the outermost refresh no ring is open any more.
  @inline(never)
  static func forgetCycles(_ context: ContextRef) {
    for node in context.cycles.keys { node.flags.remove(.inOpenCycle) }
    context.cycles.removeAll()
  }

  @inline(never)
  static func label(of node: NodeRef) -> Label { node.element?.label ?? .unknown }

  /// Stops the program at a use of a property inside its own edit.
  @inline(never)
  static func stopOverlappingAccess(to node: NodeRef) -> Never {
    Misuse.stop(.overlappingAccess(property: describe(node)))
  }

  /// A node's name and place, for messages.
  @inline(never)
  static func describe(_ node: NodeRef) -> String { label(of: node).description }
}
