extension Graph {
  /// Brings a stale or never computed node up to date.
  ///
  /// The walk goes up to the stale inputs in the order in which they were read. On the way back it
  /// runs exactly the nodes that computed with another version of an input. A tracked node runs at
  /// its first changed input, because it might not read the later inputs again. All inputs of a
  /// declared node are refreshed before it runs, because its closure gets their values.
  ///
  /// - Complexity: O(stale edges above), plus the closures. The walk is a loop: each node on its
  ///   path keeps in `link` the edge by which it was reached. A closure nests another refresh if it
  ///   reads a value that is stale or was never computed. A tracked closure may do so, because it
  ///   runs at its first changed input, before the later ones are fresh.
  static func refresh(_ root: NodeRef, _ context: ContextRef) {
    if context.pointee.lane != nil { leaveLane(context) }
    let tracker = context.pointee.tracker
    let computing = context.pointee.computing
    if context.pointee.nesting == 0 { context.enter() }
    context.pointee.nesting += 1
    if root.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(root, context) } }
    #if DEBUG
      let untrackedDepth = context.pointee.untrackedDepth
      context.pointee.untrackedDepth = 0
      defer { context.pointee.untrackedDepth = untrackedDepth }
    #endif
    let isNested = context.keepOuterFrame()
    context.pointee.frame = Frame(root: root, computing: computing)
    if isNested, isNearStackEnd(context) {
      context.ask { $0.stopNearStackEnd(at: root, context) }
    }
    if context.pointee.care.contains(.checks) {
      climbWithCare(from: root, context)
    } else {
      climb(from: root, context)
    }
    context.closeFrame(isNested: isNested)
    context.pointee.tracker = tracker
    context.pointee.computing = computing
    if context.pointee.care.contains(.leftovers) {
      context.ask { $0.doLeftoversOfRefresh(context) }
    }
    context.pointee.nesting -= 1
    context.settleIfIdle()
  }

  /// Brings a node up to date in the open frame; the caller then restores `tracker` and
  /// `computing`.
  static func climb(from root: NodeRef, _ context: ContextRef) {
    climb(from: root, isPlain: true, context)
  }

  /// `climb` where a guest has to be asked before each check.
  @inline(never)
  static func climbWithCare(from root: NodeRef, _ context: ContextRef) {
    climb(from: root, isPlain: false, context)
  }

  @inline(__always)
  static func climb(from root: NodeRef, isPlain: Bool, _ context: ContextRef) {
    root.link = nil
    var node = root
    var edge = beginCheck(of: root, isPlain: isPlain, context)
    while true {
      if let up = staleInput(of: node, from: edge, context) {
        let input = up.input
        input.link = up
        node = input
        edge = beginCheck(of: input, isPlain: isPlain, context)
        continue
      }
      endCheck(of: node, context)
      // Back down. If the node has changed and its reader is tracked, the reader runs at once, and
      // its other inputs are not checked.
      while true {
        if node == root { return }
        // SAFETY: every node on the path but the root was entered through `link = up` above.
        let down = node.link.unsafelyUnwrapped
        node = down.subscriber
        edge = down.nextInput
        let version = down.input.version
        guard down.version != version else { break }
        let flags = node.flags
        if edge == nil, flags.intersection(.runningCare.union(.declared)) == .declared,
          node.firstSubscriber != nil
        {
          // Nearly always: the last input of a declared derivation that has readers.
          down.version = version
          runClosure(node, flags, context)
          continue
        }
        if flags.contains(.declared) {
          down.version = version
          if edge != nil {
            node.flags = flags.union(.changed)
            break
          }
        }
        if flags.contains(.effect) {
          runEffect(node, context)
          continue
        }
        runDerivation(node, flags, context)
      }
      // A computation may have ended the root effect, which then needs no further work.
      if node == root, node.flags.isSuperset(of: [.effect, .dead]) {
        node.flags.subtract([.stale, .changed, .checking])
        return
      }
    }
  }

  /// Begins the check of a node; returns the first edge to check.
  ///
  /// The result is nil if a tracked node is known to compute, because the node might not read its
  /// old inputs again.
  @inline(__always)
  private static func beginCheck(
    of node: NodeRef, isPlain: Bool, _ context: ContextRef
  ) -> EdgeRef? {
    if isPlain {
      node.raise(.checking)
      return node.firstInput
    }
    context.ask { $0.willCheck(node, context) }
    let flags = node.flags
    node.raise(.checking)
    return flags.intersection([.changed, .declared]) == .changed ? nil : node.firstInput
  }

  /// Returns the edge to the next input that has to be refreshed to decide whether `node` must run;
  /// nil if that is decided.
  @inline(__always)
  private static func staleInput(
    of node: NodeRef, from first: EdgeRef?, _ context: ContextRef
  ) -> EdgeRef? {
    var edge = first
    while let current = edge {
      let input = current.input
      let flags = input.flags
      let state = flags.intersection(.checkCare)
      if state == .stale { return current }
      if !state.isEmpty, state != .readLoosely {
        switch context.ask({ $0.meet(input, by: current, flags, context) }) {
        case .refresh: return current
        case .compute:
          node.raise(.changed)
          guard node.flags.contains(.declared) else { return nil }
        }
      } else if current.version != input.version {
        node.raise(.changed)
        guard node.flags.contains(.declared) else { return nil }
        current.version = input.version
      }
      edge = current.nextInput
    }
    return nil
  }

  /// Ends the check of a node: runs it if an input has changed, or marks it as fresh.
  @inline(__always)
  private static func endCheck(of node: NodeRef, _ context: ContextRef) {
    let flags = node.flags
    if flags.intersection(.runningCare.union([.declared, .changed])) == [.declared, .changed],
      node.firstSubscriber != nil
    {
      // Nearly always: a declared derivation that has readers.
      runClosure(node, flags, context)
    } else {
      endCheckWithCare(of: node, flags, context)
    }
  }

  @inline(never)
  private static func endCheckWithCare(
    of node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    if flags.isDisjoint(with: [.changed, .uncomputed, .alwaysRuns]) {
      node.flags.subtract([.stale, .checking])
      if flags.contains(.collects) {
        context.ask { $0.park(node) }
      } else if node.firstSubscriber == nil {
        node.attachInputs()
      }
    } else if flags.contains(.effect) {
      runEffect(node, context)
    } else {
      runDerivation(node, flags, context)
    }
  }

  /// Computes a derived value; `flags` are the node's.
  @inline(__always)
  private static func runDerivation(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    if flags.isDisjoint(with: .runningGuests) {
      runPlainly(node, flags, context)
    } else {
      context.ask { $0.run(node, context) }
    }
  }

  /// `runDerivation` of a node that no guest runs.
  @inline(__always)
  static func runPlainly(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    if flags.contains(.declared) {
      // The check has updated the versions of the edges. They are attached if the node had a
      // subscriber before.
      var flags = flags
      if node.firstSubscriber == nil {
        node.attachInputs()
        flags = node.flags
      }
      runClosure(node, flags, context)
    } else if flags.contains(.collects) {
      runClosure(node, flags, context)
    } else {
      begin(node, flags, context)
      end(node, isNew: runTracked(node, context), context)
    }
  }

  /// Computes a derivation whose edges are ready.
  @inline(__always)
  static func runClosure(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    begin(node, flags, context)
    end(node, isNew: node.compute(context), context)
  }

  @inline(__always)
  static func begin(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    node.flags = flags.subtracting([.stale, .changed, .checking]).union(.running)
    context.pointee.computing = node
    context.pointee.tracker = nil
  }

  @inline(__always)
  static func end(_ node: NodeRef, isNew: Bool, _ context: ContextRef) {
    endInLane(node, isNew: isNew)
    node.claim(context)
  }

  /// `end` for a node whose owner is known to be the current one.
  @inline(__always)
  static func endInLane(_ node: NodeRef, isNew: Bool) {
    // The change rule runs after the closure, and may have set a flag of `storingGuests`.
    let flags = node.flags.subtracting([.running, .uncomputed, .storingGuests])
    node.flags = flags
    if isNew { node.issueVersion(flags) }
  }

  // MARK: - Reads of a run

  /// Computes a derivation and records its reads; returns whether the value is new.
  @inline(__always)
  static func runTracked(_ node: NodeRef, _ context: ContextRef) -> Bool {
    beginReading(node, context)
    let isNew = node.compute(context)
    trim(node, context)
    return isNew
  }

  /// Begins to record the reads of a node.
  @inline(__always)
  static func beginReading(_ node: NodeRef, _ context: ContextRef) {
    node.run &+= Edge.runStep
    node.lastInput = nil
    context.pointee.tracker = node
  }
}
