extension Graph {
  /// Checks the numbered invariants of `Graph` over everything connected to the given properties.
  /// Call it between turns.
  ///
  /// - Returns: a sentence for each violation; empty if there is none.
  /// - Complexity: O(nodes + edges), with allocation: for tests.
  static func violations(around properties: [UntypedProperty]) -> [String] {
    let context = Context.current
    var found = contextViolations(context)
    for node in connectedNodes(properties.map(\.node)) {
      let name = "\(describe(node))"
      found += listViolations(node).map { "\(name): \($0)" }
      found += stateViolations(node).map { "\(name): \($0)" }
      if let watch = property(of: node)?.livenessWatch, watch.isLive != isFoundLive(node) {
        found.append("\(name): Invariant 9: it is \(watch.isLive ? "not " : "")live")
      }
    }
    return found
  }

  private static func connectedNodes(_ roots: [NodePointer]) -> Set<NodePointer> {
    var seen = Set(roots)
    var pending = roots
    while let node = pending.popLast() {
      for neighbour in inputs(of: node).map(\.pointee.input)
        + subscribers(of: node).map(\.pointee.subscriber)
      where seen.insert(neighbour).inserted {
        pending.append(neighbour)
      }
    }
    return seen
  }

  static func inputs(of node: NodePointer) -> [EdgePointer] {
    Array(sequence(first: node.pointee.firstInput) { $0?.pointee.nextInput }.prefix { $0 != nil })
      .compactMap(\.self)
      + (node.pointee.flags.contains(.collects) ? property(of: node)?.children?.parked ?? [] : [])
  }

  static func subscribers(of node: NodePointer) -> [EdgePointer] {
    if node.signs.contains(.hasAbandonedReaders) {
      let context = Context.current
      sweep(node, context)
      if context.pointee.nesting == 0 { settleReleases(context) }
    }
    return Array(
      sequence(first: node.pointee.firstSubscriber) { $0?.pointee.nextSubscriber }
        .prefix { $0 != nil }
    ).compactMap(\.self)
  }

  private static func contextViolations(_ context: ContextPointer) -> [String] {
    var found: [String] = []
    if context.pointee.turnDepth != 0 { found.append("Invariant 4: a turn is open") }
    if context.pointee.keepDepth != 0 { found.append("Invariant 4: a batch is open") }
    if context.pointee.nesting != 0 { found.append("Invariant 4: a refresh is open") }
    if context.pointee.tracker != nil { found.append("Invariant 4: a computation is tracked") }
    if context.pointee.computing != nil { found.append("Invariant 4: a derivation is running") }
    if context.pointee.lane != nil { found.append("Invariant 4: a lane is open") }
    if context.pointee.frames != nil { found.append("Invariant 4: a frame is open") }
    if context.pointee.untrackedDepth != 0 { found.append("Invariant 4: untracked is open") }
    if !context.pointee.queue.isEmpty { found.append("Invariant 4: an effect is queued") }
    if !context.pointee.starts.isEmpty { found.append("Invariant 4: a start is kept") }
    if !context.pointee.rings.isEmpty { found.append("Invariant 4: a ring is remembered") }
    if !context.pointee.dying.isEmpty { found.append("Invariant 4: a dead node waits") }
    return found + afterTurnViolations(context)
  }

  /// What the end of a turn, of a transaction or of a round has to clear.
  private static func afterTurnViolations(_ context: ContextPointer) -> [String] {
    var found: [String] = []
    if context.pointee.effect != nil { found.append("Invariant 4: an effect is running") }
    if context.pointee.journal != nil { found.append("Invariant 4: a transaction is open") }
    if context.pointee.isDraining { found.append("Invariant 4: something is being freed") }
    if context.pointee.isTelling { found.append("Invariant 4: a liveness handler is called") }
    if !context.pointee.round.isEmpty { found.append("Invariant 4: a round is under way") }
    if !context.pointee.counted.isEmpty { found.append("Invariant 4: runs are counted") }
    if !context.pointee.restored.isEmpty { found.append("Invariant 4: a restored node is noted") }
    if !context.pointee.attempted.isEmpty {
      found.append("Invariant 4: an attempted node is noted")
    }
    if !context.pointee.watched.isEmpty { found.append("Invariant 4: a watched node waits") }
    if !context.pointee.reports.isEmpty { found.append("Invariant 4: a report waits") }
    if !context.pointee.releases.isEmpty { found.append("Invariant 4: a reference waits") }
    return found
  }

  private static func listViolations(_ node: NodePointer) -> [String] {
    var found: [String] = []
    let readers = subscribers(of: node)
    for (index, edge) in readers.enumerated() {
      if edge.pointee.input != node {
        found.append("Invariant 2: a foreign edge among subscribers")
      }
      if !edge.pointee.isAttached { found.append("Invariant 2: listed edge not marked attached") }
      if edge.pointee.previousSubscriber != (index == 0 ? nil : readers[index - 1]) {
        found.append("Invariant 2: broken back link")
      }
      if !inputs(of: edge.pointee.subscriber).contains(edge) {
        found.append("Invariant 2: \(describe(edge.pointee.subscriber)) does not know its edge")
      }
    }
    if node.pointee.lastSubscriber != readers.last { found.append("Invariant 2: wrong last link") }
    for edge in inputs(of: node) {
      if edge.pointee.subscriber != node {
        found.append("Invariant 2: a foreign edge among inputs")
      }
      if edge.pointee.isAttached, !subscribers(of: edge.pointee.input).contains(edge) {
        found.append("Invariant 2: attached edge not listed by \(describe(edge.pointee.input))")
      }
    }
    return found
  }

  private static func stateViolations(_ node: NodePointer) -> [String] {
    var found: [String] = []
    let flags = node.pointee.flags
    if !flags.isDisjoint(with: .ofTurn)
      || flags.isSuperset(of: [.effect, .catchingUp])
    {
      found.append("Invariant 4: flags \(flags.rawValue)")
    }
    if flags.contains(.changed), !flags.contains(.stale) || node.pointee.firstInput != nil {
      found.append("Invariant 4: changed, but not invalidated")
    }
    if flags.contains(.stale) {
      for edge in subscribers(of: node)
      where !edge.pointee.subscriber.pointee.flags.contains(.stale) {
        found.append("Invariant 1: stale, but \(describe(edge.pointee.subscriber)) is fresh")
      }
      if flags.contains(.effect), !flags.contains(.paused) {
        found.append("Invariant 6: a stale effect is not queued")
      }
      if flags.isSuperset(of: [.effect, .paused]), withToken(of: node, { $0.isQueued }) {
        found.append("Invariant 6: a paused effect counts as queued")
      }
    } else if flags.isDisjoint(with: [.uncomputed, .dead]) {
      for edge in inputs(of: node) {
        if !edge.pointee.isAttached { found.append("Invariant 3: an edge is detached") }
        if edge.pointee.version != edge.pointee.input.pointee.version, !closesRing(edge) {
          found.append("Invariant 3: computed with an old \(describe(edge.pointee.input))")
        }
      }
    }
    if flags.contains(.needed), !subscribers(of: node).contains(where: isNeeding) {
      found.append("Invariant 8: nothing needs it")
    }
    if node.pointee.object == nil, !flags.contains(.dead) {
      found.append("Invariant 7: no object")
    }
    return found
  }

  private static func isNeeding(_ edge: EdgePointer) -> Bool {
    let flags = edge.pointee.subscriber.pointee.flags
    return flags.contains(.needed)
      || flags.contains(.effect) && flags.isDisjoint(with: [.dead, .paused])
  }

  private static func closesRing(_ edge: EdgePointer) -> Bool {
    var seen: Set<NodePointer> = [edge.pointee.input]
    var pending = [edge.pointee.input]
    while let node = pending.popLast() {
      if node == edge.pointee.subscriber { return true }
      for input in inputs(of: node).map(\.pointee.input) where seen.insert(input).inserted {
        pending.append(input)
      }
    }
    return false
  }
}

extension Node.Flags {
  /// What no node carries between turns.
  fileprivate static var ofTurn: Self {
    [
      .busy, .cyclic, .openRing, .modifying, .keepsStart, .attempted, .wasFresh, .isRestored,
      .livenessPending,
    ]
  }
}
