extension Graph {
  /// Closes a cycle: the computing node reads `target`, which needs that node's value.
  @inline(never)
  static func closeCycle(at target: NodeRef, _ context: ContextRef) {
    guard let reader = context.pointee.computing else { return }
    closeCycle(at: target, from: reader, context)
    supply(target, to: reader, context)
  }

  /// Closes a cycle: a declared derivation is about to get the value of `target`, which needs that
  /// derivation.
  @inline(never)
  static func closeCycle(
    at target: NodeRef, fromDeclared reader: NodeRef, _ context: ContextRef
  ) {
    closeCycle(at: target, from: reader, context)
    // A member that becomes a failure, or keeps its value, gets no inputs.
    if !reader.flags.contains(.cyclic) { supply(target, to: reader, context) }
  }

  /// Adds `reader` to the cycle of a node that was found in a cycle and has computed since.
  ///
  /// The reader is in that cycle if the cycle is still being computed.
  @inline(never)
  static func joinCycle(
    through node: NodeRef, from reader: NodeRef, _ context: ContextRef
  ) {
    let cycles = context.cycles.members
    // When the members of a cycle compute, each reads the next one. These members are known
    // already.
    if let own = cycles[reader], reader.flags.contains(.cyclic),
      own.target == cycles[node]?.target
    {
      return
    }
    var needed = [node]
    while let last = needed.last, last.flags.isDisjoint(with: .busy) {
      guard let next = cycles[last]?.next, needed.count <= cycles.count else { return }
      needed.append(next)
    }
    if let target = needed.popLast() {
      closeCycle(at: target, from: reader, through: needed, context)
    }
  }

  /// Marks the members of a cycle: at the end of its computation each becomes a failure or keeps
  /// its last value.
  ///
  /// Unless every member becomes a failure, the cycle is reported, once. A member that can do
  /// neither computes from the values that other members keep, or from the value of the connectable
  /// property that closes the cycle. Without such a value the program stops.
  @inline(never)
  static func closeCycle(
    at target: NodeRef, from reader: NodeRef, through needed: [NodeRef] = [],
    _ context: ContextRef
  ) {
    if reader.flags.contains(.cyclic), context.cycles.members[reader]?.target == target {
      return
    }
    let busy = members(from: reader, to: target, context)
    let catching = busy.filter(canCatch)
    let isCut = ([reader, target] + needed).contains(where: cutsCycles)
    let isKept = isCut || !catching.isEmpty || needed.contains(where: keepsItsValue)
    if isKept, catching.allSatisfy({ $0.flags.contains(.cyclic) }) {
      return
    }
    let cycle = busy.reversed() + needed
    let lost = isCut ? [] : cycle.filter { !canCatch($0) }
    let keeping = cycle.filter(keepsItsValue)
    var error = CycleError(
      places: (cycle + [target]).map(label),
      withoutResult: (lost.isEmpty ? keeping.filter { !cutsCycles($0) } : lost).map(label))
    if let node = lost.last, keeping.allSatisfy({ $0.flags.contains(.uncomputed) }) {
      Misuse.stop(.cycle(error), because: "\(describe(node)) has no earlier value to keep")
    }
    // A reader in the cycle may have subscribed already. Then the node's run does not attach the
    // inputs.
    for node in lost where node.flags.contains(.declared) { node.attachInputs() }
    // The same object shows the members at once that they are in the same cycle as before.
    if let known = target.guest?.cycleError, known == error { error = known }
    for (index, node) in cycle.enumerated()
    where !node.flags.isDisjoint(with: .busy) && canCatch(node) {
      // `members` holds the node until everything is computed, but its property may be released
      // elsewhere before.
      if !context.ask({ $0.keepWhileOpen(node, context) }) { continue }
      if node.flags.contains(.checking) { node.flags.insert(.changed) }
      node.flags.formUnion([.cyclic, .inCycle, .inOpenCycle])
      let next = index + 1 < cycle.count ? cycle[index + 1] : target
      context.pointee.care.insert(.refreshEnd)
      context.cycles.members[node] = CycleMember(
        error: error.beginning(at: index), target: target, next: next)
    }
    if !keeping.isEmpty { Misuse.report(.cycle(error)) }
  }

  /// Ensures that a member has a value for a reader that needs it now.
  ///
  /// A member without a value computes it, while its own computation waits, from the nearest member
  /// above that has a value. So each member gets the same value whichever member is read first.
  private static func supply(_ target: NodeRef, to reader: NodeRef, _ context: ContextRef) {
    if hasValue(target, context) || cutsCycles(reader) { return }
    var pending: [NodeRef] = []
    let needed = members(from: reader, to: target, context)
    while pending.count < needed.count {
      let node = needed[needed.count - 1 - pending.count]
      if hasValue(node, context) { break }
      pending.append(node)
    }
    for node in pending.reversed() {
      let isSupplied = node.flags.contains(.inOpenCycle) || node.flags.contains(.collects)
      if pending.count == needed.count || isSupplied || !compute(node, for: reader, context) {
        Misuse.stop(
          .cycle(CycleError(places: ([target] + needed.reversed()).map(label))),
          because: "\(describe(node)) has no earlier value to keep")
      }
    }
  }

  /// Whether a member of a cycle has a value; a member that becomes a failure gets the failure
  /// here.
  private static func hasValue(_ node: NodeRef, _ context: ContextRef) -> Bool {
    if let member = context.cycles.members[node], node.guest?.catchCycle(member.error) == true {
      node.issueVersion(node.flags)
    }
    return node.guest?.hasValue == true
  }

  /// Computes the first value of a member that is computing already, without recording its reads.
  ///
  /// - Returns: Whether its declared inputs have values.
  private static func compute(
    _ node: NodeRef, for reader: NodeRef, _ context: ContextRef
  ) -> Bool {
    let (tracker, computing) = (context.pointee.tracker, context.pointee.computing)
    let isNested = context.keepOuterFrame()
    context.pointee.frame = Frame(root: node, computing: reader)
    context.pointee.computing = node
    context.pointee.tracker = nil
    // Until the node has a value, every node that reads it needs itself.
    node.flags.insert(.inOpenCycle)
    var hasInputs = true
    if node.flags.contains(.declared) {
      var edge = node.firstInput
      while let current = edge {
        let input = current.input
        if input.flags.isDisjoint(with: .busy) { refreshInput(input, context) }
        hasInputs = hasInputs && input.guest?.hasValue == true
        edge = current.nextInput
      }
    }
    if hasInputs, node.compute(context) { node.issueVersion(node.flags) }
    node.flags.remove(.inOpenCycle)
    context.closeFrame(isNested: isNested)
    (context.pointee.tracker, context.pointee.computing) = (tracker, computing)
    return hasInputs
  }

  /// Returns the nodes from `reader` down to `target`, each needed by the next.
  ///
  /// The way follows the path of every open refresh, and goes from each refresh to the derivation
  /// that asked for it.
  private static func members(
    from reader: NodeRef, to target: NodeRef, _ context: ContextRef
  ) -> [NodeRef] {
    var cycle = [reader]
    var node = reader
    var frame = context.pointee.frame
    var depth = context.pointee.outerFrames.count
    while node != target {
      if node == frame.root {
        guard let asker = frame.computing else { return cycle + [target] }
        node = asker
        depth -= 1
        frame = depth >= 0 ? context.pointee.outerFrames[depth] : Frame()
      } else if let up = node.link {
        // A node on the path of a refresh keeps the edge by which it was reached.
        node = up.subscriber
      } else {
        return cycle + [target]
      }
      cycle.append(node)
    }
    return cycle
  }

  private static func canCatch(_ node: NodeRef) -> Bool {
    !node.flags.contains(.uncomputed) || node.guest?.catchesCycles == true || cutsCycles(node)
  }

  /// Whether a cycle can never be the value of a node.
  private static func keepsItsValue(_ node: NodeRef) -> Bool {
    !node.flags.contains(.effect) && node.guest?.catchesCycles == false
  }

  /// Whether a cycle may be cut at a node, so that members without a value compute from its value.
  private static func cutsCycles(_ node: NodeRef) -> Bool {
    node.guest?.cutsCycles == true
  }

  /// Ends the computation of a member of a cycle; returns whether its value is new.
  @usableFromInline @inline(never)
  static func catchCycle(_ node: NodeRef, _ context: ContextRef) -> Bool {
    node.flags.remove(.cyclic)
    guard let error = context.cycles.members[node]?.error else { return false }
    return node.guest?.catchCycle(error) ?? false
  }

  /// Returns the next step of a node's check, at an input that needs the node, has just needed it,
  /// or may have been released.
  static func meet(
    _ input: NodeRef, by edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Guests.Meeting {
    let node = edge.subscriber
    if flags.contains(.dead) || input.signs.contains(.isAbandoned)
      || flags.contains(.readLoosely) && !context.ask({ $0.keepWhileOpen(input, context) })
    {
      // Only an edge that does not retain can lead to a released property. The edge's reader is a
      // tracked node, which cannot read the property again, or a watcher with no other input.
      return .compute
    }
    if flags.isDisjoint(with: [.checking, .running, .inOpenCycle]) { return .refresh }
    // A declared node certainly needs the input. A tracked node runs, and it is in a cycle only if
    // it reads the input again.
    node.raise(.changed)
    guard node.flags.contains(.declared) else { return .compute }
    if flags.isDisjoint(with: .busy) {
      if !flags.isDisjoint(with: [.stale, .uncomputed]) { return .refresh }
      joinCycle(through: input, from: node, context)
      edge.version = input.version
    } else {
      closeCycle(at: input, fromDeclared: node, context)
    }
    return .compute
  }
}

/// A node that needs itself.
struct CycleMember {
  /// The cycle as an error, for messages and as a failure.
  let error: CycleError
  /// The member that became busy first; as long as it is busy, a reader of this node is in the
  /// cycle, too.
  let target: NodeRef
  /// The member that this one needs.
  let next: NodeRef
}

/// Finds cycles.
class CycleGuest: OwnershipGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// The members of the cycles that the outermost open refresh has found.
  @exclusivity(unchecked) final var members: [NodeRef: CycleMember] = [:]

  /// Computes a node that was in a cycle when it computed last, or is in a cycle that is being
  /// computed.
  override final func run(_ node: NodeRef, _ context: ContextRef) {
    if !node.flags.contains(.cyclic) {
      // A node that computes is no longer in the cycle of its last computation.
      node.flags.subtract([.inCycle, .inOpenCycle])
      members[node] = nil
    } else if node.flags.contains(.declared) {
      // An edge that closes a cycle may have been added since the other edges were attached.
      node.attachInputs()
      Graph.begin(node, node.flags, context)
      Graph.end(node, isNew: Graph.catchCycle(node, context), context)
      return
    }
    Graph.runPlainly(node, node.flags, context)
  }

  /// Called when a computation has read a busy node: its edge to that node must not retain.
  ///
  /// The edge may be from an earlier computation, and retain.
  override final func didLink(busy input: NodeRef, to reader: NodeRef, _ context: ContextRef) {
    for edge in reader.inputs where edge.input == input && edge.isRetaining {
      edge.runAndTraits &= ~Edge.retaining
      LooseReaders.note(edge)
      if let object = input.object { context.appendRelease(of: object) }
    }
  }

  /// Whether an edge must not retain because it is part of a cycle.
  ///
  /// A cycle of retaining edges would never be freed.
  override final func leavesLoose(_ edge: EdgeRef) -> Bool {
    let input = edge.input.flags
    guard
      !input.isDisjoint(with: .busy)
        || input.contains(.inCycle) && edge.subscriber.flags.contains(.inCycle)
    else { return false }
    LooseReaders.note(edge)
    return true
  }

  /// Forgets the cycles, at the end of the outermost refresh.
  override final func endOutermostRefresh(_ context: ContextRef) {
    for node in members.keys { node.flags.remove(.inOpenCycle) }
    members.removeAll()
    context.pointee.care.remove(.refreshEnd)
  }
}

extension ContextRef {
  /// The guest that finds cycles.
  var cycles: CycleGuest { guest(CycleGuest.self) }
}
