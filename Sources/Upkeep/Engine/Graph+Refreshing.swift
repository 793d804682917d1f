extension Graph {
  /// Brings a stale or never computed node up to date, whatever lies above it.
  ///
  /// Walks up to the stale inputs in the order in which they were read, and on the way back runs
  /// exactly the nodes one of whose inputs has another version than they computed with. A tracked
  /// node runs at its first changed input: what it read after that may not be read again. A declared
  /// one first has all its inputs refreshed, for its closure is handed their values.
  ///
  /// - Complexity: O(edges above that are stale), plus the closures. The walk is a loop: each node on
  ///   its path keeps in `link` the edge by which it was reached. Only a closure that reads something
  ///   never computed nests another refresh.
  static func refresh(_ root: NodeRef, _ context: ContextRef) {
    if context.lane != nil { leaveLane(context) }
    let tracker = context.tracker
    let computing = context.computing
    if context.nesting == 0 { context.enter() }
    context.nesting += 1
    if root.signs.contains(.hasAbandonedReaders) { sweep(root, context) }
    #if DEBUG
      let untrackedDepth = context.untrackedDepth
      context.untrackedDepth = 0
      defer { context.untrackedDepth = untrackedDepth }
    #endif
    let isNested = context.keepOuterFrame()
    context.frame = Frame(root: root, computing: computing)
    if isNested, isNearStackEnd(context) { stopNearStackEnd(at: root, context) }
    if context.climbsWithCare {
      climbWithCare(from: root, context)
    } else {
      climb(from: root, context)
    }
    context.closeFrame(isNested: isNested)
    context.tracker = tracker
    context.computing = computing
    if context.hasLeftovers { doLeftoversOfRefresh(context) }
    context.nesting -= 1
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Brings a node up to date, in the open frame; the caller sets `tracker` and `computing` then.
  static func climb(from root: NodeRef, _ context: ContextRef) {
    climb(from: root, isPlain: true, context)
  }

  /// `climb` inside a transaction, which may be undone; or where models may have outdated something.
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
      // Back down; a node that changed runs its reader, if that is a tracked one, without a look at
      // the reader's other inputs.
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
          // Nearly always: the last input of a declared derivation that somebody needs.
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
      // What has computed may have ended the effect: nothing more is needed for it.
      if node == root, node.flags.isSuperset(of: [.effect, .dead]) {
        node.flags.subtract([.stale, .changed, .checking])
        return
      }
    }
  }

  /// Enters a node; a tracked one that computes, whatever its inputs, may not read them again: then there is no edge to
  /// look at.
  @inline(__always)
  private static func beginCheck(
    of node: NodeRef, isPlain: Bool, _ context: ContextRef
  ) -> EdgeRef? {
    if isPlain {
      node.raise(.checking)
      return node.firstInput
    }
    if context.journal != nil { node.element?.noteForRollback(context) }
    let flags = node.flags
    node.raise(.checking)
    return flags.intersection([.changed, .declared]) == .changed ? nil : node.firstInput
  }

  /// The edge to the next input that has to be refreshed before it is known whether `node` must run,
  /// nil if that is known.
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
        if flags.contains(.modifying) { stopOverlappingAccess(to: input) }
        if flags.contains(.dead) || input.signs.contains(.isAbandoned)
          || flags.contains(.readLoosely) && !keepWhileOpen(input, context)
        {
          // Only an edge of a cycle, which does not retain, can lead to a property that is gone; its
          // reader is a tracked one and cannot read it again.
          node.flags.insert(.changed)
          return nil
        }
        if flags.isDisjoint(with: [.checking, .running, .inOpenCycle]) { return current }
        // The input needs this node, or did so a moment ago. A declared node needs the input for
        // certain; a tracked one runs, and it is in a cycle only if it reads the input again.
        node.raise(.changed)
        guard node.flags.contains(.declared) else { return nil }
        if flags.isDisjoint(with: .busy) {
          if !flags.isDisjoint(with: [.stale, .uncomputed]) { return current }
          joinCycle(through: input, from: node, context)
          current.version = input.version
        } else {
          closeCycle(at: input, fromDeclared: node, context)
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

  /// Ends the check of a node: runs it if an input changed, or declares it fresh.
  @inline(__always)
  private static func endCheck(of node: NodeRef, _ context: ContextRef) {
    let flags = node.flags
    if flags.intersection(.runningCare.union([.declared, .changed])) == [.declared, .changed],
      node.firstSubscriber != nil
    {
      // Nearly always: a declared derivation that somebody needs.
      runClosure(node, flags, context)
    } else {
      endCheckWithCare(of: node, flags, context)
    }
  }

  @inline(never)
  private static func endCheckWithCare(
    of node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    // A member of a cycle runs whatever its inputs' versions are: the edge that closed the cycle has that of
    // an earlier value.
    if flags.isDisjoint(with: [.changed, .uncomputed, .inCycle]) {
      node.flags.subtract([.stale, .checking])
      if flags.contains(.collects) {
        node.element?.children?.parkAll()
      } else if node.firstSubscriber == nil {
        node.attachInputs()
      }
    } else if flags.contains(.effect) {
      runEffect(node, context)
    } else {
      runDerivation(node, flags, context)
    }
  }

  /// Computes a derived value, whose flags are given.
  @inline(__always)
  private static func runDerivation(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    var flags = flags
    if !flags.isDisjoint(with: [.inCycle, .inOpenCycle]) {
      leaveCycle(node, context)
      flags = node.flags
    }
    if flags.contains(.declared) {
      // The check has brought the edges to the new versions. They are attached if a subscriber was
      // there before; one that closes a cycle has come since.
      let isCyclic = flags.contains(.cyclic)
      if isCyclic || node.firstSubscriber == nil {
        node.attachInputs()
        flags = node.flags
      }
      if isCyclic {
        begin(node, flags, context)
        end(node, isNew: catchCycle(node, context), context)
      } else {
        runClosure(node, flags, context)
      }
    } else if flags.contains(.collects) {
      runClosure(node, flags, context)
    } else {
      begin(node, flags, context)
      end(node, isNew: runTracked(node, context), context)
    }
  }

  /// Computes a derivation whose edges need nothing done before.
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
    context.computing = node
    context.tracker = nil
  }

  @inline(__always)
  static func end(_ node: NodeRef, isNew: Bool, _ context: ContextRef) {
    endInLane(node, isNew: isNew)
    node.claim(context)
  }

  /// `end` where the owner is known to be the current one.
  @inline(__always)
  static func endInLane(_ node: NodeRef, isNew: Bool) {
    // The change rule may have closed a cycle after the closure had returned.
    let flags = node.flags.subtracting([.running, .uncomputed, .cyclic])
    node.flags = flags
    if isNew { node.issueVersion(flags) }
  }

  // MARK: - Reads of a run

  /// Computes a derivation and records its reads; says whether the value is a new one.
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
    context.tracker = node
  }
}
