extension Graph {
  /// Prepares a read of a node's value: refreshes the node, and records the dependency.
  ///
  ///     inputs before     a ─> b ─> c          the last run read a, b, c
  ///     this run so far   a                    lastInput is a's edge
  ///     reads b           a ─> b               the next edge matches: one comparison
  ///     reads d           a ─> b ─> d ─> c     no match: a new edge goes in between
  ///     ends              a ─> b ─> d          the rest is dropped
  ///
  /// - Complexity: O(1) and one comparison for a fresh node read in the same place as last time.
  @usableFromInline @inline(never)
  static func willRead(_ node: NodeRef, _ context: ContextRef) {
    #if DEBUG
      context.visit(node)
    #endif
    guard let reader = context.pointee.tracker, node.flags.isDisjoint(with: .readCare) else {
      return willReadElsewhere(node, context)
    }
    if wasRead(node, by: reader) { return }
    if reader.flags.contains(.constant) {
      willReadFromOutside(node, context)
    } else {
      link(node, context, to: reader)
    }
  }

  /// `willRead` of a fresh node where nothing computes: for an observer, or with a blank context.
  @inline(never)
  private static func willReadFromOutside(_ node: NodeRef, _ context: ContextRef) {
    if context.pointee.care.contains(.unmade) { return willRead(node, Context.current) }
    context.ask { $0.didReadOutside(node, context) }
  }

  /// Whether a computation reads the same node as just before, or the node that came next in its
  /// last run.
  ///
  /// In the second case this records the read. In both cases the read needs no call of `willRead`.
  @inlinable @inline(__always)
  static func expects(_ node: NodeRef, in reader: NodeRef) -> Bool {
    let next: EdgeRef?
    if let cursor = reader.lastInput {
      if cursor.input == node { return true }
      next = cursor.nextInput
    } else {
      next = reader.firstInput
    }
    guard let next, next.input == node,
      next.runAndTraits & Edge.allTraits == Edge.complete
    else { return false }
    next.version = node.version
    next.runAndTraits = reader.run | Edge.complete
    reader.lastInput = next
    return true
  }

  /// Whether a computation has read a node before in this run.
  ///
  /// Also false if another reader has added an edge to the node since, because the node notes only
  /// its newest edge.
  private static func wasRead(_ node: NodeRef, by reader: NodeRef) -> Bool {
    guard let recent = node.recentEdge else { return false }
    return recent.subscriber == reader && recent.run == reader.run
  }

  /// Returns the edge that a computation uses next if its next read is the same as last time.
  static func nextEdge(of reader: NodeRef) -> EdgeRef? {
    guard let cursor = reader.lastInput else { return reader.firstInput }
    return cursor.nextInput
  }

  /// `willRead` for a node that is not fresh, and for a read that is not recorded.
  @inline(never)
  private static func willReadElsewhere(_ node: NodeRef, _ context: ContextRef) {
    if context.pointee.care.contains(.unmade) { return willRead(node, Context.current) }
    let flags = node.flags.intersection(.readCare)
    if !flags.isEmpty { refreshForRead(node, context) }
    if let reader = context.pointee.tracker {
      link(node, context, to: reader)
      if !flags.isDisjoint(with: .busy) {
        context.ask { $0.didLink(busy: node, to: reader, context) }
      }
      return
    }
    if context.pointee.lane != nil { leaveLane(toRead: node, context) }
    #if DEBUG
      context.ask { $0.didReadUntracked(node, context) }
    #endif
  }

  /// `willRead` for a read that records no dependency.
  @usableFromInline
  static func willPeek(_ node: NodeRef, _ context: ContextRef) {
    if context.pointee.lane != nil { leaveLane(context) }
    if !node.flags.isDisjoint(with: .readCare) { refreshForRead(node, context) }
  }

  /// The part of `willRead` for a node that is not fresh.
  @usableFromInline
  static func refreshForRead(_ node: NodeRef, _ context: ContextRef) {
    if context.pointee.lane != nil { leaveLane(context) }
    let flags = node.flags.intersection(.readCare)
    if flags.isDisjoint(with: .busy), !flags.isDisjoint(with: [.stale, .uncomputed]) {
      refresh(node, context)
    }
    // The node was busy or being edited, or is still not fresh.
    if !flags.isSubset(of: [.stale, .uncomputed]) || !node.flags.isDisjoint(with: .readCare) {
      context.ask { $0.meetsRead(of: node, flags, context) }
    }
  }

  /// Records that `reader`, which is computing, has read `input`.
  ///
  /// The first two parameters are the same as in `willRead`, so that the call moves no registers.
  private static func link(_ input: NodeRef, _ context: ContextRef, to reader: NodeRef) {
    let cursor = reader.lastInput
    if let cursor, cursor.input == input { return }
    let next = nextEdge(of: reader)
    if let next, next.input == input {
      reuse(next, by: reader)
      return
    }
    if wasRead(input, by: reader) { return }
    if context.pointee.lane != nil { leaveLane(toRead: input, context) }
    insert(input, to: reader, after: cursor, before: next, context)
  }

  /// Records that a computation has read the input of its next edge.
  private static func reuse(_ edge: EdgeRef, by reader: NodeRef) {
    edge.version = edge.input.version
    reader.lastInput = edge
    let traits = edge.runAndTraits & Edge.allTraits
    edge.runAndTraits = reader.run | traits
    if traits != Edge.complete { complete(edge) }
  }

  /// Ends the recording of a tracked run: drops the edges that it did not use.
  static func trim(_ node: NodeRef, _ context: ContextRef) {
    if let rest = nextEdge(of: node) { drop(rest, andAfterItOf: node, context) }
  }

  @inline(never)
  private static func drop(
    _ rest: EdgeRef, andAfterItOf node: NodeRef, _ context: ContextRef
  ) {
    if let cursor = node.lastInput {
      cursor.nextInput = nil
    } else {
      node.firstInput = nil
    }
    dropInputs(from: rest, context)
  }

  /// Brings an input up to date for a node that read the input earlier, through an edge that might
  /// not retain it.
  static func refreshInput(_ input: NodeRef, _ context: ContextRef) {
    if input.flags.contains(.dead) || input.signs.contains(.isAbandoned) { return }
    if input.flags.contains(.readLoosely), !context.ask({ $0.keepWhileOpen(input, context) }) {
      return
    }
    refreshForRead(input, context)
  }

  /// Brings the inputs of an effect up to date, and sets the versions of its edges.
  static func refreshInputs(of effect: NodeRef, _ context: ContextRef) {
    var edge = effect.firstInput
    while let current = edge {
      let input = current.input
      if !input.flags.isDisjoint(with: .readCare.subtracting([.busy, .runningGuests])) {
        refreshInput(input, context)
      }
      current.version = input.version
      if !current.isAttached { current.attach() }
      edge = current.nextInput
    }
  }

  /// Attaches an edge that is not attached, and makes it retain its input where a tracked edge may.
  @inline(never)
  private static func complete(_ edge: EdgeRef) {
    if !edge.isAttached { edge.attach() }
    if !edge.isRetaining { retainInput(ofTracked: edge) }
  }

  private static func insert(
    _ input: NodeRef, to reader: NodeRef, after cursor: EdgeRef?,
    before next: EdgeRef?, _ context: ContextRef
  ) {
    if input.flags.contains(.constant) { return }
    if reader.flags.contains(.constant) {
      return context.ask { $0.didReadOutside(input, context) }
    }
    let edge = makeEdge(from: input, to: reader, run: reader.run, context)
    edge.nextInput = next
    if let cursor {
      cursor.nextInput = edge
    } else {
      reader.firstInput = edge
    }
    reader.lastInput = edge
    retainInput(ofTracked: edge)
    edge.attach()
    input.recentEdge = edge
  }

  /// Appends a declared input.
  ///
  /// The edge is attached when the node first computes.
  @usableFromInline
  static func declare(
    _ input: NodeRef, of node: NodeRef, isRetaining: Bool = false
  ) {
    if input.flags.contains(.constant) { return }
    let edge = makeEdge(from: input, to: node, run: 0, Context.current)
    if let last = node.lastInput {
      last.nextInput = edge
    } else {
      node.firstInput = edge
    }
    node.lastInput = edge
    if isRetaining { retainInput(of: edge) }
  }

  static func makeEdge(
    from input: NodeRef, to subscriber: NodeRef, run: UInt32, _ context: ContextRef
  ) -> EdgeRef {
    let edge = context.makeEdge(from: input, to: subscriber, run: run)
    input.flags.insert(.wasRead)
    return edge
  }

  private static func retainInput(ofTracked edge: EdgeRef) {
    if edge.input.flags.isDisjoint(with: [.busy, .alwaysRuns])
      || !Context.current.ask({ $0.leavesLoose(edge) })
    {
      retainInput(of: edge)
    }
  }

  private static func retainInput(of edge: EdgeRef) {
    // SAFETY: the input was just read through its property, or the code that declares the input
    // holds its property, so the object is alive. `dropInputs` releases the reference.
    _ = edge.input.object?.retain()
    edge.setTraits(edge.runAndTraits | Edge.retaining)
  }
}
