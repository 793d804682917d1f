import UpkeepThread

// A turn is one outermost change, or a whole `batch`, and the flush that ends it:
//
//     beginTurn ─> spread ─> goDown ─> compute ─> ... ─> run        one reader all the way: at once
//                    └─────> mark ─> queue                           otherwise
//     endTurn ───> finishTurn ─> climb ─> run                        the only effect that was woken
//                    └─────────> flush ─> runRound ─> climb ─> run   each of several
//
// `Graph+Lanes` goes down, `Graph+Refreshing` climbs and computes, `Graph+Effects` runs effects.
extension Graph {
  /// Follows a change of a stored value: what depends on it goes stale, and a change outside any open turn is a turn
  /// of its own.
  @usableFromInline
  static func didChange(_ node: NodeRef, _ context: ContextRef) {
    if context.turnDepth > 0 {
      mark(below: node, context)
      return
    }
    beginTurn(context)
    spread(from: node, context)
    endTurn(context)
  }

  /// Follows a change that is a turn of its own, in the turn that is open.
  @usableFromInline @inline(__always)
  static func spread(from node: NodeRef, _ context: ContextRef) {
    if context.queue.isEmpty, let edge = node.firstSubscriber, edge == node.lastSubscriber,
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
    context.turnDepth &+= 1
    context.nesting &+= 1
    if context.nesting == 1 { context.enter() }
    if context.turnDepth == 1, context.computing == nil, context.mayHaveDeferredReleases {
      Owner.releaseDeferred(context)
    }
  }

  /// Closes a level; the outermost one flushes.
  @usableFromInline @inline(__always)
  static func endTurn(_ context: ContextRef) {
    if context.turnDepth == 1 {
      // Inside a derivation nothing can have been written, and no effect may run.
      if context.queue.count | context.edited.count != 0, context.computing == nil {
        finishTurn(context)
      }
      if context.mustTidyUp { tidyUp(context) }
    }
    context.turnDepth &-= 1
    context.nesting &-= 1
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Looks at what was edited, and runs what was woken.
  @inline(never)
  private static func finishTurn(_ context: ContextRef) {
    if !context.edited.isEmpty { restoreUnchanged(context) }
    if context.queue.count == 1, !context.climbsWithCare {
      runOnly(context)
    } else if !context.queue.isEmpty {
      flush(context)
    }
  }

  /// `flush` of one effect.
  @inline(__always)
  private static func runOnly(_ context: ContextRef) {
    let effect = context.queue[0]
    let care: Node.Flags = [.stale, .dead, .paused, .catchingUp]
    guard effect.flags.intersection(care) == .stale, !effect.isAbandonedEffect else {
      return flush(context)
    }
    context.queue.removeAll()
    let isNested = context.keepOuterFrame()
    context.frame = Frame(root: effect)
    climb(from: effect, context)
    context.readFromOutside()
    context.closeFrame(isNested: isNested)
    runWoken(context)
  }

  /// Ends a turn that has kept savepoints or counted runs.
  @inline(never)
  private static func tidyUp(_ context: ContextRef) {
    settleRounds(context)
    if !context.loops.counted.isEmpty {
      tryHeld(context)
      resetCounts(context)
    }
    context.mustTidyUp = false
  }

  /// Forgets savepoints, and runs what is queued, until nothing is.
  ///
  /// To forget may release an object whose `deinit` writes: then the turn goes on with later
  /// rounds.
  static func settleRounds(_ context: ContextRef) {
    forgetSavepoints(context)
    while context.queue.count | context.edited.count != 0, context.computing == nil {
      if context.loops.tracesWakes { noteWakes(from: 0, by: nil, context) }
      restoreUnchanged(context)
      flush(context, isFirst: false)
      forgetSavepoints(context)
    }
  }

  // MARK: - Marking

  /// Marks everything below a changed node as stale and queues the effects among it.
  @usableFromInline
  static func mark(below source: NodeRef, _ context: ContextRef) {
    guard let edge = source.firstSubscriber, edge == source.lastSubscriber,
      !upkeep_has_hanging() || !source.signs.contains(.hasAbandonedReaders)
    else { return markAll(below: source, context) }
    let effect = edge.subscriber
    let flags = effect.flags
    guard flags.intersection([.effect, .collects, .dead, .paused]) == .effect else {
      return markAll(below: source, context)
    }
    // Often what is written in a turn is read by one effect, which waits after the first of the writes.
    if flags.contains(.stale) {
      #if DEBUG
        checkTurn(of: effect, flags, context)
      #endif
      return
    }
    effect.flags = flags.union(.stale)
    effect.claim(context)
    context.queue.append(effect)
  }

  /// `mark` as a pass over all that is below.
  ///
  /// A stale node is not entered again: by Invariant 1 everything below it is stale already. So a
  /// write that follows a write costs only the direct subscribers. A derived value without
  /// subscribers of its own that goes stale is needed by nobody; it detaches, and the next write
  /// does not see it.
  ///
  /// The pass is depth first, oldest subscriber first: in the order in which most programs make things,
  /// so memory is read in order and once, and effects are woken nearly by age.
  ///
  /// - Complexity: O(edges below that were fresh). No recursion, no allocation: a node with more
  ///   subscribers than the one that is entered keeps in `Node.link` where the pass goes on after it.
  @inline(never)
  private static func markAll(below source: NodeRef, _ context: ContextRef) {
    let ordinary = context.ownerKind
    if upkeep_has_hanging(), source.signs.contains(.hasAbandonedReaders) { sweep(source, context) }
    var edge = source.firstSubscriber
    // The next subscriber of the innermost node that has more of them.
    var pending: EdgeRef?
    while true {
      guard let step = edge else {
        guard let next = pending else { return }
        edge = next
        // This pass stored an edge, or nil, in the link of every node with pending subscribers.
        pending = next.input.link
        continue
      }
      edge = step.nextSubscriber
      let node = step.subscriber
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

  /// Marks the subscriber of an edge, whose flags are given; says whether the pass goes on below.
  private static func markWithCare(
    _ edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    let node = edge.subscriber
    if flags.contains(.collects) { list(edge) }
    if flags.contains(.stale) {
      #if DEBUG
        checkTurn(of: node, flags, context)
      #endif
      if flags.contains(.paused), node.isAbandonedEffect { context.queue.append(node) }
      if context.climbsWithCare, wasOutdated(node, context) { return true }
      // It went stale while it was busy, and nobody has come to need it since: the pass detaches it.
      return node.firstSubscriber == nil && flags.isDisjoint(with: [.effect, .checking, .running])
    }
    node.flags = flags.union(.stale)
    node.claim(context)
    if flags.contains(.effect) {
      if flags.isDisjoint(with: [.dead, .paused]) || node.isAbandonedEffect {
        context.queue.append(node)
      }
      return false
    }
    return flags.isDisjoint(with: .busy)
  }

  /// Whether a model has outdated a value below which no effect was woken yet: see
  /// `Owner.releaseDeferred`.
  @inline(never)
  private static func wasOutdated(_ node: NodeRef, _ context: ContextRef) -> Bool {
    context.models.outdated.unmarked.remove(node) != nil
  }

  #if DEBUG
    /// Stops at an effect that waits in another owner's open turn (law 15).
    ///
    /// The compiler cannot see that a graph is sent away inside an open batch. On plain threads,
    /// which own nothing, nor can this.
    private static func checkTurn(
      of effect: NodeRef, _ flags: Node.Flags, _ context: ContextRef
    ) {
      guard flags.contains(.effect), flags.isDisjoint(with: [.dead, .paused, .uncomputed]),
        effect.owner?.toOpaque() != context.owner?.toOpaque(), !effect.isAbandonedEffect
      else { return }
      Misuse.stop(.sentInsideTurn(name: describe(effect)))
    }
  #endif

  // MARK: - Flushing

  /// Runs the queued effects, in rounds, until none is; the first may not be the turn's.
  static func flush(_ context: ContextRef, isFirst: Bool = true) {
    var isFirst = isFirst
    var round = Buffer<NodeRef>()
    swap(&context.spare, &round)
    while !context.queue.isEmpty {
      swap(&context.queue, &round)
      sortByCreation(round)
      runRound(round, isFirst: isFirst, context)
      round.removeAll()
      if !context.edited.isEmpty { restoreUnchanged(context) }
      isFirst = false
    }
    swap(&context.spare, &round)
  }

  /// Brings the effects of a round up to date.
  @inline(__always)
  private static func runRound(
    _ round: borrowing Buffer<NodeRef>, isFirst: Bool, _ context: ContextRef
  ) {
    let isNested = context.keepOuterFrame()
    context.frame = Frame()
    var index = 0
    while index < round.count {
      let effect = round[index]
      index += 1
      prefetch(round, from: index)
      let flags = effect.flags
      if effect.isAbandonedEffect {
        endAbandoned(effect)
        continue
      }
      guard flags.contains(.stale), flags.isDisjoint(with: [.dead, .paused]),
        isFirst || mayRunAgain(effect, context)
      else {
        leave(effect)
        continue
      }
      if !context.edited.isEmpty { restoreUnchangedInputs(of: effect) }
      if flags.contains(.catchingUp) {
        catchUp(effect, context)
        // A value that is forgotten may pause it again, and unpause it; and what has computed may end it.
        if leave(effect) || effect.flags.contains(.dead) { continue }
        if effect.flags.contains(.catchingUp) {
          context.queue.append(effect)
          continue
        }
      }
      let (runs, queued) = (context.effectRuns, context.queue.count)
      context.frame.root = effect
      if context.climbsWithCare {
        checkWithCare(effect, context)
      } else {
        climb(from: effect, isPlain: true, context)
      }
      context.frame.root = nil
      if !isNested, !context.cycles.isEmpty { forgetCycles(context) }
      assert(context.tracker == nil || context.tracker == context.outside, "\(describe(effect))")
      context.readFromOutside()
      if !isFirst, context.effectRuns != runs {
        effect.withEffect { $0.more?.counts.laterRuns += 1 }
      }
      if context.hasLeftovers { doLeftovers(context) }
      if context.loops.tracesWakes { noteWakes(from: queued, by: effect, context) }
    }
    context.closeFrame(isNested: isNested)
  }

  /// Asks for the memory that the next effects of the round are in.
  private static func prefetch(_ round: borrowing Buffer<NodeRef>, from index: Int) {
    if index >= round.count { return }
    upkeep_prefetch(round[index].firstInput?.pointer)
    if index + 1 < round.count { upkeep_prefetch(round[index + 1].pointer) }
  }

  /// Called when a round has come to an effect: if that is paused, the round has it no longer.
  ///
  /// - Returns: whether it is paused.
  @discardableResult
  private static func leave(_ effect: NodeRef) -> Bool {
    guard effect.flags.contains(.paused) else { return false }
    effect.withEffect { $0.isQueued = false }
    return true
  }

  /// Sorts woken effects, in the order of their edges, by creation: nearly always they are sorted.
  ///
  /// Otherwise a heap sort does it, which allocates nothing.
  private static func sortByCreation(_ round: borrowing Buffer<NodeRef>) {
    var index = 1
    while index < round.count, round[index - 1].order <= round[index].order { index += 1 }
    if index < round.count { round.heapSort { $0.order < $1.order } }
  }
}
