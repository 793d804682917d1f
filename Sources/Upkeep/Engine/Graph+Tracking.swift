extension Graph {
  /// Does what a read needs beyond loading the value: brings the node up to date, finds cycles, and
  /// records the dependency of the computation that reads.
  ///
  ///     inputs before     a ─> b ─> c          the last run read a, b, c
  ///     this run so far   a                    lastInput is a's edge
  ///     reads b           a ─> b               the next edge matches: one comparison
  ///     reads d           a ─> b ─> d ─> c     no match: a new edge goes in between
  ///     ends              a ─> b ─> d          the rest is dropped
  ///
  /// - Complexity: O(1) and one comparison for a fresh node read in the same place as last time.
  @usableFromInline @inline(never)
  static func willRead(_ node: NodePointer, _ context: ContextPointer) {
    if let reader = context.pointee.tracker,
      node.pointee.flags.isDisjoint(with: .needsAttention), wasRead(node, by: reader)
    {
      return
    }
    willReadElsewhere(node, context)
  }

  /// Whether a computation reads again what it read just now, or goes on to read what it read in this place
  /// last time, which is noted. A read that finds this costs no call.
  @inlinable @inline(__always)
  static func expects(_ node: NodePointer, in reader: NodePointer) -> Bool {
    let next: EdgePointer?
    if let cursor = reader.pointee.lastInput {
      if cursor.pointee.input == node { return true }
      next = cursor.pointee.nextInput
    } else {
      next = reader.pointee.firstInput
    }
    guard let next, next.pointee.input == node,
      next.pointee.runAndTraits & Edge.allTraits == Edge.complete
    else { return false }
    next.pointee.version = node.pointee.version
    next.pointee.runAndTraits = reader.pointee.run | Edge.complete
    reader.pointee.lastInput = next
    return true
  }

  /// Whether a computation has read this before, and nobody else has for the first time since.
  @inline(__always)
  private static func wasRead(_ node: NodePointer, by reader: NodePointer) -> Bool {
    guard let recent = node.pointee.recentEdge else { return false }
    return recent.pointee.subscriber == reader && recent.pointee.run == reader.pointee.run
  }

  /// The edge that a computation uses next if it reads what it read last time.
  @inline(__always)
  private static func nextEdge(of reader: NodePointer) -> EdgePointer? {
    guard let cursor = reader.pointee.lastInput else { return reader.pointee.firstInput }
    return cursor.pointee.nextInput
  }

  /// `willRead` of what is not fresh, was not read in the same place last time, or is not to be recorded.
  @inline(never)
  private static func willReadElsewhere(_ node: NodePointer, _ context: ContextPointer) {
    var closesRing = false
    if !node.pointee.flags.isDisjoint(with: .needsAttention) {
      closesRing = !node.pointee.flags.isDisjoint(with: .busy)
      refreshForRead(node, context)
    }
    if let reader = context.pointee.tracker {
      link(node, to: reader, context)
      if closesRing { releaseInput(node, of: reader, context) }
      return
    }
    if context.pointee.lane != nil { leaveLane(toRead: node, context) }
    #if DEBUG
      reportIfUndeclared(node, context)
    #endif
  }

  /// `willRead` for a read that nothing depends on.
  @usableFromInline
  static func willPeek(_ node: NodePointer, _ context: ContextPointer) {
    if context.pointee.lane != nil { leaveLane(context) }
    if !node.pointee.flags.isDisjoint(with: .needsAttention) { refreshForRead(node, context) }
  }

  /// The part of `willRead` for a node that is not fresh.
  static func refreshForRead(_ node: NodePointer, _ context: ContextPointer) {
    if context.pointee.lane != nil { leaveLane(context) }
    let flags = node.pointee.flags
    if !flags.isDisjoint(with: .busy) {
      closeRing(at: node, context)
    } else if flags.contains(.modifying) {
      stopOverlappingAccess(to: node)
    } else if !flags.isDisjoint(with: [.stale, .uncomputed]) {
      refresh(node, context)
    }
    if node.pointee.flags.contains(.openRing), let reader = context.pointee.computing {
      joinRing(through: node, from: reader, context)
    }
  }

  /// Records that `reader`, which is computing, has read `input`.
  private static func link(_ input: NodePointer, to reader: NodePointer, _ context: ContextPointer)
  {
    let cursor = reader.pointee.lastInput
    if let cursor, cursor.pointee.input == input { return }
    let next = nextEdge(of: reader)
    if let next, next.pointee.input == input {
      reuse(next, by: reader)
      return
    }
    if wasRead(input, by: reader) { return }
    if context.pointee.lane != nil { leaveLane(toRead: input, context) }
    insert(input, to: reader, after: cursor, before: next, context)
  }

  /// Notes that a computation has read what it read in this place last time.
  @inline(__always)
  private static func reuse(_ edge: EdgePointer, by reader: NodePointer) {
    edge.pointee.version = edge.pointee.input.pointee.version
    reader.pointee.lastInput = edge
    let traits = edge.pointee.runAndTraits & Edge.allTraits
    edge.pointee.runAndTraits = reader.pointee.run | traits
    if traits != Edge.complete { complete(edge) }
  }

  /// Brings an input up to date for what has read it before: by an edge that may not retain it.
  static func refreshInput(_ input: NodePointer, _ context: ContextPointer) {
    if input.pointee.flags.contains(.dead) || input.signs.contains(.isAbandoned) { return }
    if input.pointee.flags.contains(.readLoosely) { keepWhileOpen(input, context) }
    refreshForRead(input, context)
  }

  /// Whether an edge is part of a ring. If it retained, nothing in the ring would ever be freed.
  private static func isInRing(_ edge: EdgePointer) -> Bool {
    let input = edge.pointee.input.pointee.flags
    return !input.isDisjoint(with: .busy)
      || input.contains(.inRing) && edge.pointee.subscriber.pointee.flags.contains(.inRing)
  }

  /// Makes an edge that was detached, or that closed a ring, a full one.
  @inline(never)
  private static func complete(_ edge: EdgePointer) {
    if !edge.pointee.isAttached { edge.attach() }
    if !edge.pointee.isRetaining { retainInput(ofTracked: edge) }
  }

  /// An edge that closes a ring must not retain, as it may since an earlier computation.
  private static func releaseInput(
    _ input: NodePointer, of reader: NodePointer, _ context: ContextPointer
  ) {
    var edge = reader.pointee.firstInput
    while let current = edge {
      if current.pointee.input == input, current.pointee.isRetaining {
        current.pointee.runAndTraits &= ~Edge.retaining
        input.pointee.flags.insert(.readLoosely)
        if let object = input.pointee.object { releaseLater(object, context) }
      }
      edge = current.pointee.nextInput
    }
  }

  private static func insert(
    _ input: NodePointer, to reader: NodePointer, after cursor: EdgePointer?,
    before next: EdgePointer?, _ context: ContextPointer
  ) {
    if input.pointee.flags.contains(.constant) { return }
    let edge = makeEdge(from: input, to: reader, run: reader.pointee.run, context)
    edge.pointee.nextInput = next
    if let cursor {
      cursor.pointee.nextInput = edge
    } else {
      reader.pointee.firstInput = edge
    }
    reader.pointee.lastInput = edge
    retainInput(ofTracked: edge)
    edge.attach()
    input.pointee.recentEdge = edge
  }

  /// Appends a declared input. It is attached when the node first computes.
  @usableFromInline
  static func declare(
    _ input: NodePointer, of node: NodePointer, isRetaining: Bool = false
  ) {
    if input.pointee.flags.contains(.constant) { return }
    let edge = makeEdge(from: input, to: node, run: 0, Context.current)
    if let last = node.pointee.lastInput {
      last.pointee.nextInput = edge
    } else {
      node.pointee.firstInput = edge
    }
    node.pointee.lastInput = edge
    if isRetaining { retainInput(of: edge) }
  }

  static func makeEdge(
    from input: NodePointer, to subscriber: NodePointer, run: UInt32, _ context: ContextPointer
  ) -> EdgePointer {
    let edge = context.pointee.edges.take()
    edge.initialize(to: Edge(input: input, subscriber: subscriber, run: run, traits: 0))
    input.pointee.flags.insert(.wasRead)
    return edge
  }

  private static func retainInput(ofTracked edge: EdgePointer) {
    if isInRing(edge) {
      edge.pointee.input.pointee.flags.insert(.readLoosely)
    } else {
      retainInput(of: edge)
    }
  }

  private static func retainInput(of edge: EdgePointer) {
    // SAFETY: the input was just read through its property, so its object is alive; the edge gives
    // the reference back in `dropInputs`.
    _ = edge.pointee.input.pointee.object?.retain()
    edge.setTraits(edge.pointee.runAndTraits | Edge.retaining)
  }

  /// Runs a closure and records what it reads. Says whether the value is a new one.
  @inline(__always)
  static func runTracked(_ node: NodePointer, _ context: ContextPointer) -> Bool {
    node.pointee.run &+= Edge.runStep
    node.pointee.lastInput = nil
    context.pointee.tracker = node
    let isNew = node.pointee.recompute(node, context)
    trim(node, context)
    return isNew
  }

  /// Makes a fresh derived value follow what a closure reads, in place of what it followed, or besides. It does not
  /// compute, and nothing below it goes stale: its value is what it would compute.
  ///
  /// - Returns: whether that was possible: a value that is not fresh follows when it computes, and a transaction
  ///   has to know what there was.
  /// - Complexity: O(what is read), and O(what is not read any more).
  static func retrack(
    _ node: NodePointer, besides isAddition: Bool, _ context: ContextPointer, _ body: () -> Void
  ) -> Bool {
    guard node.pointee.flags.isDisjoint(with: .needsAttention.union([.inRing, .dead])),
      context.pointee.journal == nil
    else { return false }
    if !isAddition {
      node.pointee.run &+= Edge.runStep
      node.pointee.lastInput = nil
    }
    let tracker = context.pointee.tracker
    context.pointee.tracker = node
    body()
    context.pointee.tracker = tracker
    if !isAddition { trim(node, context) }
    if context.pointee.nesting == 0 { settleReleases(context) }
    return true
  }

  /// Ends the recording of a tracked run: drops the edges that it did not use.
  @inline(__always)
  private static func trim(_ node: NodePointer, _ context: ContextPointer) {
    if let rest = nextEdge(of: node), !planted(.untakenBranchStays) {
      drop(rest, andAfterItOf: node, context)
    }
  }

  @inline(never)
  private static func drop(
    _ rest: EdgePointer, andAfterItOf node: NodePointer, _ context: ContextPointer
  ) {
    if let cursor = node.pointee.lastInput {
      cursor.pointee.nextInput = nil
    } else {
      node.pointee.firstInput = nil
    }
    dropInputs(from: planted(.subscriptionLeaks) ? rest.pointee.nextInput : rest, context)
  }

  #if DEBUG
    /// Law 5: in the declared form a read of something that was not declared is reported.
    private static func reportIfUndeclared(_ node: NodePointer, _ context: ContextPointer) {
      guard let computing = context.pointee.computing,
        computing.pointee.flags.contains(.declared), context.pointee.untrackedDepth == 0,
        node.pointee.flags.isDisjoint(with: [.local, .constant]),
        !computing.pointee.flags.contains(.reported)
      else { return }
      var edge = computing.pointee.firstInput
      while let current = edge {
        if current.pointee.input == node { return }
        edge = current.pointee.nextInput
      }
      computing.pointee.flags.insert(.reported)
      Misuse.report(.undeclaredRead(derivation: describe(computing), property: describe(node)))
    }
  #endif
}
