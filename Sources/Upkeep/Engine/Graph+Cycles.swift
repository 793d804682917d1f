extension Graph {
  /// Called when the node that is computing reads `target`, which needs that node's value.
  @inline(never)
  static func closeCycle(at target: NodeRef, _ context: ContextRef) {
    guard let reader = context.computing else { return }
    closeCycle(at: target, from: reader, context)
    supply(target, to: reader, context)
  }

  /// Called when a declared derivation is about to be handed the value of `target`, which needs
  /// that derivation.
  @inline(never)
  static func closeCycle(
    at target: NodeRef, fromDeclared reader: NodeRef, _ context: ContextRef
  ) {
    closeCycle(at: target, from: reader, context)
    // A member that is caught is handed nothing.
    if !reader.flags.contains(.cyclic) { supply(target, to: reader, context) }
  }

  /// Called when `reader` needs a node that was found in a cycle and has computed since.
  ///
  /// If that cycle is still being computed, the reader is in it.
  @inline(never)
  static func joinCycle(
    through node: NodeRef, from reader: NodeRef, _ context: ContextRef
  ) {
    let cycles = context.cycles
    // On the way back along a cycle every member reads the next: they know already.
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

  /// Marks the members of a cycle: each becomes a failure, or keeps its last value, when its
  /// computation ends.
  ///
  /// Unless every member yields a failure, the cycle is reported, once. A member that can do
  /// neither takes what it computes from the values that others keep, or from that of the
  /// connectable property that closes the cycle. Where there is none, it stops the program.
  @inline(never)
  static func closeCycle(
    at target: NodeRef, from reader: NodeRef, through needed: [NodeRef] = [],
    _ context: ContextRef
  ) {
    if reader.flags.contains(.cyclic), context.cycles[reader]?.target == target {
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
    // A reader in the cycle may have come before its inputs are attached.
    for node in lost where node.flags.contains(.declared) { node.attachInputs() }
    // With the same object its members see at once that they are in the same cycle as before.
    if let known = target.element?.cycleError, known == error { error = known }
    for (index, node) in cycle.enumerated()
    where !node.flags.isDisjoint(with: .busy) && canCatch(node) {
      // `cycles` has it until all is computed, and it may be dropped elsewhere before.
      if !keepWhileOpen(node, context) { continue }
      if node.flags.contains(.checking) { node.flags.insert(.changed) }
      node.flags.formUnion([.cyclic, .inCycle, .inOpenCycle])
      let next = index + 1 < cycle.count ? cycle[index + 1] : target
      context.cycles[node] = CycleMember(
        error: error.beginning(at: index), target: target, next: next)
    }
    if !keeping.isEmpty { Misuse.report(.cycle(error)) }
  }

  /// Sees to it that a member has a value for a reader that needs it now.
  ///
  /// A member without one computes it, while its own computation waits, from the member that it
  /// needs and that has one: so it gets the same value whichever member is read first.
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

  /// Whether a member of a cycle has a value; one that becomes a failure has that from here on.
  private static func hasValue(_ node: NodeRef, _ context: ContextRef) -> Bool {
    if let member = context.cycles[node], node.element?.catchCycle(member.error) == true {
      node.issueVersion(node.flags)
    }
    return node.element?.hasValue == true
  }

  /// Computes the first value of a member that computes already, without a trace of its reads.
  ///
  /// - Returns: whether its declared inputs have values.
  private static func compute(
    _ node: NodeRef, for reader: NodeRef, _ context: ContextRef
  ) -> Bool {
    let (tracker, computing) = (context.tracker, context.computing)
    let isNested = context.keepOuterFrame()
    context.frame = Frame(root: node, computing: reader)
    context.computing = node
    context.tracker = nil
    // Until it has a value, whatever asks for it needs itself.
    node.flags.insert(.inOpenCycle)
    var hasInputs = true
    if node.flags.contains(.declared) {
      var edge = node.firstInput
      while let current = edge {
        let input = current.input
        if input.flags.isDisjoint(with: .busy) { refreshInput(input, context) }
        hasInputs = hasInputs && input.element?.hasValue == true
        edge = current.nextInput
      }
    }
    if hasInputs, node.compute(context) { node.issueVersion(node.flags) }
    node.flags.remove(.inOpenCycle)
    context.closeFrame(isNested: isNested)
    (context.tracker, context.computing) = (tracker, computing)
    return hasInputs
  }

  /// The nodes from `reader` down to `target`, each needed by the next: along the path of every open
  /// refresh, and from one refresh to the derivation that asked for it.
  private static func members(
    from reader: NodeRef, to target: NodeRef, _ context: ContextRef
  ) -> [NodeRef] {
    var cycle = [reader]
    var node = reader
    var frame = context.frame
    var depth = context.outerFrames.count
    while node != target {
      if node == frame.root {
        guard let asker = frame.computing else { return cycle + [target] }
        node = asker
        depth -= 1
        frame = depth >= 0 ? context.outerFrames[depth] : Frame()
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
    !node.flags.contains(.uncomputed) || node.element?.catchesCycles == true || cutsCycles(node)
  }

  /// Whether a cycle can never be the value of a node.
  private static func keepsItsValue(_ node: NodeRef) -> Bool {
    !node.flags.contains(.effect) && node.element?.catchesCycles == false
  }

  /// Whether a cycle may be cut at a node, so that members without a value compute from what it keeps.
  private static func cutsCycles(_ node: NodeRef) -> Bool {
    node.element?.cutsCycles == true
  }

  /// Ends the computation of a member of a cycle; says whether it has a new value.
  @usableFromInline @inline(never)
  static func catchCycle(_ node: NodeRef, _ context: ContextRef) -> Bool {
    node.flags.remove(.cyclic)
    guard let error = context.cycles[node]?.error else { return false }
    return node.element?.catchCycle(error) ?? false
  }

  /// A node that computes is in the cycle of its last computation no longer.
  @inline(never)
  static func leaveCycle(_ node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.cyclic) { return }
    node.flags.subtract([.inCycle, .inOpenCycle])
    context.cycles[node] = nil
  }

  /// At the end of the outermost refresh no cycle is open any more.
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
