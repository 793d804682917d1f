extension Graph {
  /// Checks the numbered invariants of `Graph` over everything connected to the given properties.
  ///
  /// Call it between turns.
  ///
  /// - Returns: A sentence for each violation; empty if there is none.
  /// - Complexity: O(nodes + edges), with allocation: for tests.
  static func violations(around properties: [GraphElement]) -> [String] {
    contextViolations(Context.current)
      + looking {
        connectedNodes(properties.map(\.node)).flatMap { node in
          let found = listViolations(node) + stateViolations(node) + needViolations(node)
          return found.map { "\(describe(node)): \($0)" }
        }
      }
  }

  private static func connectedNodes(_ roots: [NodeRef]) -> Set<NodeRef> {
    var seen = Set(roots)
    var pending = roots
    while let node = pending.popLast() {
      for neighbour in inputs(of: node).map(\.input)
        + subscribers(of: node).map(\.subscriber)
      where seen.insert(neighbour).inserted {
        pending.append(neighbour)
      }
    }
    return seen
  }

  private static func contextViolations(_ context: ContextRef) -> [String] {
    var found: [String] = []
    if context.pointee.turnDepth != 0 { found.append("Invariant 4: a turn is open") }
    if context.pointee.keepDepth != 0 { found.append("Invariant 4: a batch is open") }
    if context.pointee.nesting != 0 { found.append("Invariant 4: a refresh is open") }
    if context.pointee.tracker != context.pointee.outside {
      found.append("Invariant 4: a computation is tracked")
    }
    if context.pointee.computing != nil { found.append("Invariant 4: a derivation is running") }
    if context.pointee.lane != nil { found.append("Invariant 4: a lane is open") }
    if context.isRefreshing || !context.pointee.outerFrames.isEmpty {
      found.append("Invariant 4: a frame is open")
    }
    if context.pointee.untrackedDepth != 0 { found.append("Invariant 4: untracked is open") }
    if !context.pointee.queue.isEmpty { found.append("Invariant 4: an effect is queued") }
    if !context.pointee.undoLog.isEmpty { found.append("Invariant 4: a savepoint is kept") }
    if !context.cycles.members.isEmpty { found.append("Invariant 4: a cycle is remembered") }
    if !context.pointee.dying.isEmpty { found.append("Invariant 4: a dead node waits") }
    return found + afterTurnViolations(context)
  }

  /// Returns the violations in state that the end of a turn, a transaction or a round has to clear.
  private static func afterTurnViolations(_ context: ContextRef) -> [String] {
    var found: [String] = []
    if context.pointee.effect != nil { found.append("Invariant 4: an effect is running") }
    if context.journal != nil { found.append("Invariant 4: a transaction is open") }
    let care = context.pointee.care.subtracting([.checks, .leftovers, .elsewhere])
    if !care.isEmpty { found.append("Invariant 4: \(care) was not cleared") }
    if context.liveness.isTelling { found.append("Invariant 4: a liveness handler is called") }
    if !context.loops.counted.isEmpty { found.append("Invariant 4: runs are counted") }
    if !context.loops.held.isEmpty { found.append("Invariant 4: suspects wait") }
    if !context.liveness.untold.isEmpty { found.append("Invariant 4: a watched node waits") }
    if !context.misuse.reports.isEmpty { found.append("Invariant 4: a report waits") }
    if !context.pointee.releases.isEmpty { found.append("Invariant 4: a reference waits") }
    return found
  }

  private static func listViolations(_ node: NodeRef) -> [String] {
    var found: [String] = []
    let readers = subscribers(of: node)
    for (index, edge) in readers.enumerated() {
      if edge.input != node {
        found.append("Invariant 2: a foreign edge among subscribers")
      }
      if !edge.isAttached { found.append("Invariant 2: listed edge not marked attached") }
      if edge.previousSubscriber != (index == 0 ? nil : readers[index - 1]) {
        found.append("Invariant 2: broken back link")
      }
      if !inputs(of: edge.subscriber).contains(edge) {
        found.append("Invariant 2: \(describe(edge.subscriber)) does not know its edge")
      }
    }
    if !node.flags.contains(.effect), node.lastSubscriber != readers.last {
      found.append("Invariant 2: wrong last link")
    }
    for edge in inputs(of: node) {
      if edge.subscriber != node {
        found.append("Invariant 2: a foreign edge among inputs")
      }
      if edge.isAttached, !subscribers(of: edge.input).contains(edge) {
        found.append("Invariant 2: attached edge not listed by \(describe(edge.input))")
      }
      if !edge.isAttached, edge.isLoose {
        found.append("Invariant 2: the end of \(describe(edge.input)) cannot find a detached edge")
      }
    }
    return found
  }

  private static func stateViolations(_ node: NodeRef) -> [String] {
    var found: [String] = []
    let flags = node.flags
    if !flags.isDisjoint(with: .ofTurn)
      || flags.isSuperset(of: [.effect, .catchingUp])
    {
      found.append("Invariant 4: flags \(flags.rawValue)")
    }
    if flags.contains(.changed), !flags.contains(.effect),
      !flags.contains(.stale) || node.firstInput != nil && !flags.contains(.declared)
    {
      found.append("Invariant 4: changed, but not invalidated")
    }
    if flags.contains(.stale) {
      for edge in subscribers(of: node)
      where !edge.subscriber.flags.contains(.stale) {
        found.append("Invariant 1: stale, but \(describe(edge.subscriber)) is fresh")
      }
      if flags.contains(.effect), !flags.contains(.paused) {
        found.append("Invariant 6: a stale effect is not queued")
      }
      if flags.isSuperset(of: [.effect, .paused]), node.withEffect({ $0.isQueued }) {
        found.append("Invariant 6: a paused effect counts as queued")
      }
    } else if flags.isDisjoint(with: [.uncomputed, .dead]) {
      for edge in inputs(of: node) {
        if !edge.isAttached { found.append("Invariant 3: an edge is detached") }
        if edge.version != edge.input.version, !hasClosedCycle(edge) {
          found.append("Invariant 3: computed with an old \(describe(edge.input))")
        }
      }
    }
    if node.object == nil, !flags.contains(.dead) {
      found.append("Invariant 7: no object")
    }
    return found
  }

  private static func needViolations(_ node: NodeRef) -> [String] {
    let readers = subscribers(of: node).map(\.subscriber)
    let isNeeded = node.flags.contains(.needed)
    var found: [String] = []
    if isNeeded, !readers.contains(where: \.needsInputs) {
      found.append("Invariant 8: nothing needs it")
    }
    guard node.flags.contains(.watched), !node.flags.contains(.effect) else { return found }
    if isNeeded != isFoundNeeded(node) {
      found.append("Invariant 9: it is \(isNeeded ? "not " : "")needed")
    }
    if readers.drop(while: { !$0.needsInputs }).contains(where: { !$0.needsInputs }) {
      found.append("Invariant 9: a reader that needs it stands before one that does not")
    }
    if let idle = readers.first(where: { !$0.flags.contains(.watched) }) {
      found.append("Invariant 9: \(describe(idle)) below it is not watched")
    }
    return found
  }

  /// Whether an edge closes a cycle, closed a cycle before a member of the cycle was released, or
  /// leads from a cycle to an effect whose run began inside the cycle.
  private static func hasClosedCycle(_ edge: EdgeRef) -> Bool {
    if edge.isLoose, edge.input.flags.contains(.inCycle),
      !edge.subscriber.flags.isDisjoint(with: [.inCycle, .effect])
    {
      return true
    }
    var seen: Set<NodeRef> = [edge.input]
    var pending = [edge.input]
    while let node = pending.popLast() {
      if node == edge.subscriber { return true }
      for input in inputs(of: node).map(\.input) where seen.insert(input).inserted {
        pending.append(input)
      }
    }
    return false
  }
}

extension Node.Flags {
  /// The flags that no node carries between turns.
  fileprivate static var ofTurn: Self {
    [
      .busy, .cyclic, .inOpenCycle, .modifying, .hasSavepoint,
    ]
  }
}
