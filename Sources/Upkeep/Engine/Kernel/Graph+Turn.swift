import UpkeepThread

// A turn is one outermost change, or a whole `batch`, with the flush that ends it:
//
//     beginTurn ─> spread ─> goDown ─> compute ─> ... ─> run        one reader all the way: at once
//                    └─────> mark ─> queue                           otherwise
//     endTurn ───> finishTurn ─> climb ─> run                        the only effect that was woken
//                    └─────────> flush ─> runRound ─> climb ─> run   each of several
//
// `Graph+Lanes` goes down, `Graph+Refreshing` climbs and computes, `Graph+Effects` runs effects.
extension Graph {
  /// Handles a change of a stored value: in the open turn, or else in a turn of its own.
  @usableFromInline
  static func didChange(_ node: NodeRef, _ context: ContextRef) {
    if context.pointee.turnDepth > 0 {
      mark(below: node, context)
      return
    }
    beginTurn(context)
    spread(from: node, context)
    endTurn(context)
  }

  /// Passes on a change that has opened a turn of its own: down a lane, or by marking.
  @usableFromInline @inline(__always)
  static func spread(from node: NodeRef, _ context: ContextRef) {
    if context.pointee.queue.isEmpty, let edge = node.firstSubscriber, edge == node.lastSubscriber,
      !upkeep_has_hanging() || leadsOnlyToKept(edge)
    {
      goDown(edge, context)
    } else {
      mark(below: node, context)
    }
  }

  // MARK: - Beginning and ending

  /// Opens a turn, or a level inside the open one.
  @usableFromInline @inline(__always)
  static func beginTurn(_ context: ContextRef) {
    context.pointee.turnDepth &+= 1
    context.pointee.nesting &+= 1
    if context.pointee.nesting == 1 { context.enter() }
    if context.pointee.turnDepth == 1, context.pointee.computing == nil,
      context.mayHaveDeferredReleases
    {
      context.ask { $0.beginTurn(context) }
    }
  }

  /// Closes a level; the outermost one flushes.
  @usableFromInline @inline(__always)
  static func endTurn(_ context: ContextRef) {
    if context.pointee.turnDepth == 1 {
      // No effect may run inside a derivation, which may have written only what it has made.
      if context.hasRound, context.pointee.computing == nil { finishTurn(context) }
      if context.pointee.care.contains(.turnEnd) { tidyUp(context) }
    }
    context.pointee.turnDepth &-= 1
    context.pointee.nesting &-= 1
    context.settleIfIdle()
  }

  /// Lets guests compare edited values, and runs the woken effects.
  @inline(never)
  private static func finishTurn(_ context: ContextRef) {
    endRound(context)
    if context.pointee.queue.count == 1, !context.pointee.care.contains(.checks) {
      runOnly(context)
    } else if !context.pointee.queue.isEmpty {
      flush(context)
    }
  }

  /// `flush` of one effect.
  @inline(__always)
  private static func runOnly(_ context: ContextRef) {
    let effect = context.pointee.queue[0]
    let care: Node.Flags = [.stale, .dead, .checkingGuests]
    guard effect.flags.intersection(care) == .stale, !isAbandoned(effect, context) else {
      return flush(context)
    }
    context.pointee.queue.removeAll()
    let isNested = context.keepOuterFrame()
    context.pointee.frame = Frame(root: effect)
    climb(from: effect, context)
    context.readFromOutside()
    context.closeFrame(isNested: isNested)
    runWoken(context)
  }

  /// Ends a turn that kept savepoints or ran an effect again.
  @inline(never)
  private static func tidyUp(_ context: ContextRef) {
    settleRounds(context)
    if context.pointee.care.contains(.repeats) { context.ask { $0.endTurn(context) } }
    context.pointee.care.remove(.turnEnd)
  }

  /// Forgets savepoints, and runs queued effects, until none is queued.
  ///
  /// Forgetting may release an object whose `deinit` writes. The turn then continues with later
  /// rounds.
  static func settleRounds(_ context: ContextRef) {
    forgetSavepoints(context)
    while context.hasRound, context.pointee.computing == nil {
      if context.pointee.care.contains(.rounds) { context.ask { $0.wakesAtEndOfTurn(context) } }
      endRound(context)
      flush(context, isFirst: false)
      forgetSavepoints(context)
    }
  }

  /// Ends a batch or a round: guests check whether edited values have really changed.
  static func endRound(_ context: ContextRef) {
    if context.pointee.care.contains(.roundEnd) { context.ask { $0.endRound(context) } }
  }

  // MARK: - Marking

  /// Marks everything below a changed node as stale, and queues the effects there.
  @usableFromInline
  static func mark(below source: NodeRef, _ context: ContextRef) {
    #if DEBUG
      context.visit(source)
    #endif
    guard let edge = source.firstSubscriber, edge == source.lastSubscriber,
      !upkeep_has_hanging() || !source.signs.contains(.hasAbandonedReaders)
    else { return markAll(below: source, context) }
    let effect = edge.subscriber
    let flags = effect.flags
    guard flags.intersection([.effect, .collects, .idle]) == .effect else {
      return markAll(below: source, context)
    }
    #if DEBUG
      context.visit(effect)
    #endif
    // Often one effect reads everything that a turn writes. The first write has queued that effect.
    if flags.contains(.stale) { return }
    effect.flags = flags.union(.stale)
    effect.claim(context)
    context.pointee.queue.append(effect)
  }

  /// `mark` for any number of readers: a pass over everything below.
  ///
  /// A stale node is not entered again: by Invariant 1 everything below it is stale already. So a
  /// second write costs only the direct subscribers. A derived value that goes stale and has no
  /// subscribers detaches its edges, and the next write does not visit it.
  ///
  /// The pass goes depth first, oldest subscriber first. Most programs make properties and effects
  /// in that order, so memory is read in order and once, and effects are queued nearly by age.
  ///
  /// - Complexity: O(edges below that were fresh). No recursion, no allocation: a node with
  ///   subscribers still to visit keeps in `Node.link` the edge that the pass visits after them.
  @inline(never)
  private static func markAll(below source: NodeRef, _ context: ContextRef) {
    let ordinary = context.pointee.ownerKind
    if upkeep_has_hanging(), source.signs.contains(.hasAbandonedReaders) {
      context.ask { $0.sweep(source, context) }
    }
    var edge = source.firstSubscriber
    // The edge to the next subscriber of the innermost node that has subscribers still to visit.
    var pending: EdgeRef?
    while true {
      guard let step = edge else {
        guard let next = pending else { return }
        edge = next
        // This pass has set the link of every node with pending subscribers, to an edge or to nil.
        pending = next.input.link
        continue
      }
      edge = step.nextSubscriber
      let node = step.subscriber
      #if DEBUG
        context.visit(node)
      #endif
      let flags = node.flags
      if flags.intersection(.markingCare) == ordinary {
        // Nearly always: a fresh derived value of the same owner.
        node.flags = flags.union(.stale)
      } else if !markWithCare(step, flags, context) {
        continue
      }
      guard let first = node.firstSubscriber else {
        if !step.isLoose { step.detach() }
        continue
      }
      if let next = edge {
        step.input.link = pending
        pending = next
      }
      edge = first
    }
  }

  /// Marks the subscriber of an edge; returns whether the pass continues below it.
  ///
  /// `flags` are the subscriber's.
  private static func markWithCare(
    _ edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    let node = edge.subscriber
    if flags.contains(.collects) { edge.list() }
    if flags.contains(.stale) {
      if !flags.isDisjoint(with: .idleGuests), isAbandoned(node, context) {
        context.pointee.queue.append(node)
      }
      if context.pointee.care.contains(.checks), context.ask({ $0.passes(node, context) }) {
        return true
      }
      // The pass detaches a node that went stale while it was busy and has no reader.
      return node.firstSubscriber == nil && flags.isDisjoint(with: [.effect, .checking, .running])
    }
    node.flags = flags.union(.stale)
    node.claim(context)
    if flags.contains(.effect) {
      if flags.isDisjoint(with: .idle) || isAbandoned(node, context) {
        context.pointee.queue.append(node)
      }
      return false
    }
    return flags.isDisjoint(with: .busy)
  }

  /// Whether an effect is abandoned.
  ///
  /// A deferred release is counted before it returns. So while the count is 0, no effect is
  /// abandoned, and the guests are not asked.
  @inline(__always)
  static func isAbandoned(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    upkeep_deferrals_posted() != 0 && context.ask { $0.isAbandoned(effect) }
  }

  // MARK: - Flushing

  /// Runs the queued effects, in rounds, until none is queued.
  ///
  /// `isFirst` is false if the turn has run effects already.
  static func flush(_ context: ContextRef, isFirst: Bool = true) {
    var isFirst = isFirst
    var round = Buffer<NodeRef>()
    swap(&context.pointee.spare, &round)
    while !context.pointee.queue.isEmpty {
      swap(&context.pointee.queue, &round)
      sortByCreation(round)
      runRound(round, isFirst: isFirst, context)
      round.removeAll()
      endRound(context)
      isFirst = false
    }
    swap(&context.pointee.spare, &round)
  }

  /// Brings the effects of a round up to date.
  @inline(__always)
  private static func runRound(
    _ round: borrowing Buffer<NodeRef>, isFirst: Bool, _ context: ContextRef
  ) {
    let isNested = context.keepOuterFrame()
    context.pointee.frame = Frame()
    var index = 0
    while index < round.count {
      let effect = round[index]
      index += 1
      prefetch(round, from: index)
      let care: Node.Flags = [.stale, .dead, .checkingGuests]
      if isFirst, effect.flags.intersection(care) == .stale,
        context.pointee.care.isDisjoint(with: [.checks, .roundEnd, .rounds]),
        !isAbandoned(effect, context)
      {
        check(effect, context)
      } else {
        context.ask { $0.check(effect, isFirst: isFirst, context) }
      }
    }
    context.closeFrame(isNested: isNested)
  }

  /// Brings an effect of a round up to date.
  ///
  /// The caller ensures that nothing keeps the effect from running.
  @inline(__always)
  static func check(_ effect: NodeRef, _ context: ContextRef) {
    context.pointee.frame.root = effect
    climb(from: effect, isPlain: true, context)
    endCheck(context)
  }

  /// Ends the check of an effect of a round.
  @inline(__always)
  static func endCheck(_ context: ContextRef) {
    context.pointee.frame.root = nil
    if context.pointee.care.contains(.refreshEnd), context.pointee.outerFrames.isEmpty {
      context.ask { $0.endOutermostRefresh(context) }
    }
    context.readFromOutside()
    if context.pointee.care.contains(.leftovers) { context.ask { $0.doLeftovers(context) } }
  }

  /// Prefetches the memory of the next effects of the round.
  private static func prefetch(_ round: borrowing Buffer<NodeRef>, from index: Int) {
    if index >= round.count { return }
    upkeep_prefetch(round[index].firstInput?.pointer)
    if index + 1 < round.count { upkeep_prefetch(round[index + 1].pointer) }
  }

  /// Sorts the effects of a round by creation; nearly always they are in order already.
  ///
  /// Otherwise it uses a heap sort, which allocates nothing.
  private static func sortByCreation(_ round: borrowing Buffer<NodeRef>) {
    var index = 1
    while index < round.count, round[index - 1].order <= round[index].order { index += 1 }
    if index < round.count { round.heapSort { $0.order < $1.order } }
  }
}
