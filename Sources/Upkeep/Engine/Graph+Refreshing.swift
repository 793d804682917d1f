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
  static func refresh(_ root: NodePointer, _ context: ContextPointer) {
    if context.pointee.lane != nil { leaveLane(context) }
    let tracker = context.pointee.tracker
    let computing = context.pointee.computing
    if context.pointee.nesting == 0 { Owner.enter(context) }
    context.pointee.nesting += 1
    if root.signs.contains(.hasAbandonedReaders) { sweep(root, context) }
    #if DEBUG
      let untrackedDepth = context.pointee.untrackedDepth
      context.pointee.untrackedDepth = 0
      defer { context.pointee.untrackedDepth = untrackedDepth }
    #endif
    var frame = Frame(
      root: root, computing: computing, outer: context.pointee.frames)
    withUnsafeMutablePointer(to: &frame) { frame in
      if frame.pointee.outer != nil, isNearStackEnd(context) {
        refreshOnMoreStack(frame, context)
      } else {
        refresh(within: frame, context)
      }
    }
    context.pointee.tracker = planted(.innerRunUnlinksOuter) ? nil : tracker
    context.pointee.computing = computing
    if context.pointee.frames == nil { finishReports(context) }
    context.pointee.nesting -= 1
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Brings the root of a frame up to date. Afterwards `tracker` and `computing` are the caller's to set.
  @inline(__always)
  static func refresh(within frame: UnsafeMutablePointer<Frame>, _ context: ContextPointer) {
    context.pointee.frames = frame
    climb(from: frame.pointee.root, context)
    context.pointee.frames = frame.pointee.outer
    if frame.pointee.outer == nil, !context.pointee.rings.isEmpty { forgetRings(context) }
  }

  /// Delivers the mistakes that the outermost refresh has found.
  @inline(__always)
  static func finishReports(_ context: ContextPointer) {
    if !context.pointee.reports.isEmpty { Misuse.deliverReports(context) }
  }

  private static func climb(from root: NodePointer, _ context: ContextPointer) {
    root.pointee.link = nil
    root.raise(.checking)
    var node = root
    var edge = root.pointee.firstInput
    while true {
      if let up = staleInput(of: node, from: edge, context) {
        if planted(.refreshRecurses) { refresh(up.pointee.input, context) }
        let input = up.pointee.input
        input.pointee.link = UnsafeMutableRawPointer(up)
        input.raise(.checking)
        node = input
        edge = input.pointee.firstInput
        continue
      }
      finish(node, context)
      // Back down; a node that changed runs its reader, if that is a tracked one, without a look at
      // the reader's other inputs.
      while true {
        if node == root { return }
        // SAFETY: every node on the path but the root was entered through `link = edge` above.
        let down = node.pointee.link.unsafelyUnwrapped.assumingMemoryBound(to: Edge.self)
        node = down.pointee.subscriber
        edge = down.pointee.nextInput
        let version = down.pointee.input.pointee.version
        guard down.pointee.version != version else {
          if planted(.secondChangeIsLost) { edge = nil }
          break
        }
        let flags = node.pointee.flags
        if edge == nil, flags.intersection(.needsRunningCare.union(.declared)) == .declared,
          node.pointee.firstSubscriber != nil
        {
          // Nearly always: the last input of a declared derivation that somebody needs.
          down.pointee.version = version
          runClosure(node, flags, context)
          continue
        }
        if flags.contains(.declared) {
          down.pointee.version = version
          if planted(.duplicateInputRunsTwice), let next = edge,
            next.pointee.input == down.pointee.input, next.pointee.nextInput == nil,
            !flags.contains(.effect)
          {
            runDerivation(node, flags, context)
            break
          }
          if edge != nil {
            node.pointee.flags = flags.union(.changed)
            break
          }
        }
        if flags.contains(.effect) {
          runEffect(node, context)
          continue
        }
        runDerivation(node, flags, context)
      }
    }
  }

  /// The edge to the next input that has to be refreshed before it is known whether `node` must run,
  /// nil if that is known.
  @inline(__always)
  private static func staleInput(
    of node: NodePointer, from first: EdgePointer?, _ context: ContextPointer
  ) -> EdgePointer? {
    var edge = first
    while let current = edge {
      let input = current.pointee.input
      let flags = input.pointee.flags
      let state = flags.intersection(.needsCheck)
      if state == .stale { return current }
      if !state.isEmpty, state != .readLoosely {
        if flags.contains(.modifying) { stopOverlappingAccess(to: input) }
        if flags.contains(.dead) || input.signs.contains(.isAbandoned) {
          // Only an edge of a ring, which does not retain, can lead to a property that is gone; its
          // reader is a tracked one and cannot read it again.
          node.pointee.flags.insert(.changed)
          return nil
        }
        if flags.contains(.readLoosely) { keepWhileOpen(input, context) }
        if flags.isDisjoint(with: [.checking, .running, .openRing]) { return current }
        // The input needs this node, or did so a moment ago. A declared node needs the input for
        // certain; a tracked one runs, and it is in a ring only if it reads the input again.
        node.raise(.changed)
        guard node.pointee.flags.contains(.declared) else { return nil }
        if flags.isDisjoint(with: .busy) {
          if !flags.isDisjoint(with: [.stale, .uncomputed]) { return current }
          joinRing(through: input, from: node, context)
          current.pointee.version = input.pointee.version
        } else {
          closeRing(at: input, from: node, context)
        }
      } else if current.pointee.version != input.pointee.version {
        node.raise(.changed)
        guard node.pointee.flags.contains(.declared) else { return nil }
        current.pointee.version = input.pointee.version
      }
      edge = current.pointee.nextInput
    }
    return nil
  }

  /// Ends the check of a node: runs it if an input changed, or declares it fresh.
  @inline(__always)
  private static func finish(_ node: NodePointer, _ context: ContextPointer) {
    let flags = node.pointee.flags
    if flags.intersection(.needsRunningCare.union([.declared, .changed])) == [.declared, .changed],
      node.pointee.firstSubscriber != nil
    {
      // Nearly always: a declared derivation that somebody needs.
      runClosure(node, flags, context)
    } else {
      finishWithCare(node, flags, context)
    }
  }

  @inline(never)
  private static func finishWithCare(
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) {
    // A member of a ring runs whatever its inputs' versions are: the edge that closed the ring has that of
    // an earlier value.
    if flags.isDisjoint(with: [.changed, .uncomputed, .inRing]) {
      node.pointee.flags.subtract([.stale, .checking])
      if context.pointee.journal != nil { attempt(node, wasFresh: false, context) }
      if flags.contains(.collects) {
        property(of: node)?.children?.parkAll()
      } else if node.pointee.firstSubscriber == nil {
        attachInputs(of: node)
      }
    } else if flags.contains(.effect) {
      runEffect(node, context)
    } else {
      runDerivation(node, flags, context)
    }
  }

  /// A derived value that detached when it went stale is fresh again: changes must find it.
  static func attachInputs(of node: NodePointer) {
    var edge = node.pointee.firstInput
    while let current = edge {
      if !current.pointee.isAttached { current.attach() }
      edge = current.pointee.nextInput
    }
  }

  /// Computes a derived value. `flags` are the node's.
  @inline(__always)
  private static func runDerivation(
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) {
    var flags = flags
    if !flags.isDisjoint(with: [.inRing, .openRing]) {
      leaveRing(node, context)
      flags = node.pointee.flags
    }
    if flags.contains(.declared) {
      // The check has brought the edges to the new versions. They are attached if a subscriber was
      // there before; one that closes a ring has come since.
      let isCyclic = flags.contains(.cyclic)
      if isCyclic || node.pointee.firstSubscriber == nil {
        attachInputs(of: node)
        flags = node.pointee.flags
      }
      if isCyclic {
        begin(node, flags, context)
        end(node, isNew: absorbRing(node, context), context)
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
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) {
    begin(node, flags, context)
    end(node, isNew: node.pointee.recompute(node, context), context)
  }

  @inline(__always)
  static func begin(
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) {
    node.pointee.flags = flags.subtracting([.stale, .changed, .checking]).union(.running)
    context.pointee.computing = node
    context.pointee.tracker = nil
  }

  @inline(__always)
  static func end(_ node: NodePointer, isNew: Bool, _ context: ContextPointer) {
    // The change rule may have closed a ring after the closure had returned.
    let flags = node.pointee.flags.subtracting([.running, .uncomputed, .cyclic])
    node.pointee.flags = flags
    if isNew { issueVersion(of: node, flags) }
    claim(node, context)
  }

  /// Reaches the property of a node that is computing as what it is.
  @inlinable @inline(__always)
  static func computing<Object: AnyObject, Result>(
    _ type: Object.Type, at node: NodePointer, _ body: (Object) -> Result
  ) -> Result {
    // SAFETY: whoever lets a node compute keeps its property alive; the closure of a node asks for the type
    // of the property that made it.
    node.pointee.object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: type))
    }
  }

  /// Notes in whose isolation a node works. On the main actor one look at the flags tells.
  @inline(__always)
  static func claim(_ node: NodePointer, _ context: ContextPointer) {
    if node.pointee.flags.intersection(.ownerKind) != context.pointee.ownerKind,
      !node.isOwned(by: context.pointee.owner)
    {
      changeOwner(of: node, context)
    }
  }

  @inline(never)
  private static func changeOwner(of node: NodePointer, _ context: ContextPointer) {
    let owner = context.pointee.owner
    if node.owner?.toOpaque() == owner?.toOpaque() { return }
    releaseOwner(of: node)
    // SAFETY: a node retains its owner, but for the main actor's, which lives as long as the program.
    node.owner =
      context.pointee.ownerKind == .ownedByAnother ? owner?.retain() : owner
    if node.pointee.flags.contains(.effect) { withToken(of: node) { $0.note(owner) } }
    node.pointee.flags.subtract(.ownerKind)
    if context.pointee.ownerKind == .ownedByMain {
      node.pointee.flags.insert(.ownedByMain)
    } else if owner != nil {
      node.pointee.flags.insert(.ownedByActor)
    }
  }

  /// Gives back what a node holds of its owner.
  @inline(__always)
  static func releaseOwner(of node: NodePointer) {
    // SAFETY: these are the owners that `changeOwner` retains.
    if node.pointee.flags.contains(.ownedByActor) { node.owner?.release() }
  }
}
