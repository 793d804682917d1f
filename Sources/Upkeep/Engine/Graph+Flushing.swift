import UpkeepThread

extension Graph {
  /// What follows a change to a stored value: what depends on it goes stale, and a change outside
  /// any open turn is a turn of its own.
  @usableFromInline
  static func didChange(_ node: NodeRef, _ context: ContextRef) {
    if context.turnDepth > 0 {
      mark(below: node, context)
      return
    }
    beginTurn(context)
    spreadAtOnce(from: node, context)
    endTurn(context)
  }

  /// What follows a change that is a turn of its own, in the turn that is open.
  @usableFromInline
  static func spread(from node: NodeRef, _ context: ContextRef) {
    spreadAtOnce(from: node, context)
  }

  @inline(__always)
  private static func spreadAtOnce(from node: NodeRef, _ context: ContextRef) {
    if context.queue.isEmpty, let edge = node.firstSubscriber,
      edge == node.lastSubscriber, !upkeep_has_hanging() || leadsOnlyToKept(edge)
    {
      goDown(edge, context)
    } else {
      mark(below: node, context)
    }
  }

  /// Opens a turn, or a level inside the open one.
  @usableFromInline
  static func beginTurn(_ context: ContextRef) {
    context.turnDepth += 1
    context.nesting += 1
    if context.nesting == 1 { Owner.enter(context) }
    if context.turnDepth == 1, context.computing == nil,
      Owner.mayHaveMail(context)
    {
      Owner.collectMail(context)
    }
  }

  /// Closes a level; the outermost one flushes.
  @usableFromInline
  static func endTurn(_ context: ContextRef) {
    if context.turnDepth == 1 || planted(.nestedTurnFlushes) {
      // Inside a derivation nothing can have been written, and no effect may run.
      if context.computing == nil {
        if !context.edited.isEmpty { restoreUnchanged(context) }
        if !context.queue.isEmpty { flush(context) }
      }
      if context.mustTidyUp { tidyUp(context) }
    }
    context.turnDepth -= 1
    context.nesting -= 1
    if context.nesting == 0 { settleReleases(context) }
  }

  /// Ends a turn that has kept starts, put results back or counted runs.
  @inline(never)
  private static func tidyUp(_ context: ContextRef) {
    forgetStarts(context)
    // That may have released an object whose `deinit` wrote: then the turn goes on.
    while context.queue.count | context.edited.count != 0,
      context.computing == nil
    {
      restoreUnchanged(context)
      flush(context)
      forgetStarts(context)
    }
    if !context.restored.isEmpty { forgetRestored(context) }
    if !context.counted.isEmpty { resetCounts(context) }
    context.mustTidyUp = false
  }

  /// Runs the effects that are queued, in rounds, until none is. The first of these may not be the turn's.
  static func flush(_ context: ContextRef, isFirst: Bool = true) {
    var isFirst = isFirst
    while !context.queue.isEmpty {
      swap(&context.queue, &context.round)
      if !planted(.effectsRunInAnyOrder) { sortByCreation(context.round) }
      runRound(isFirst: isFirst, context)
      context.round.removeAll()
      if !context.edited.isEmpty { restoreUnchanged(context) }
      isFirst = false
    }
  }

  /// Brings the effects of a round up to date: `refresh`, with one frame for all of them.
  private static func runRound(isFirst: Bool, _ context: ContextRef) {
    do {
      var index = 0
      while index < context.round.count {
        let effect = context.round[index]
        index += 1
        if index < context.round.count {
          let next = context.round[index]
          upkeep_prefetch(next.firstInput?.pointer)
          if index + 1 < context.round.count {
            upkeep_prefetch(context.round[index + 1].pointer)
          }
        }
        let flags = effect.flags
        if isAbandoned(effect) {
          endAbandoned(effect)
          continue
        }
        guard flags.contains(.stale), flags.isDisjoint(with: [.dead, .paused]),
          isFirst || mayRunAgain(effect, context)
        else {
          leave(effect)
          continue
        }
        if planted(.secondRoundIsLost), !isFirst { continue }
        if flags.contains(.catchingUp) {
          catchUp(effect, context)
          // A value that is forgotten may pause it again, and unpause it.
          if leave(effect) { continue }
          if effect.flags.contains(.catchingUp) {
            context.queue.append(effect)
            continue
          }
        }
        let runs = context.effectRuns
        context.openFrame(at: effect, for: nil)
        climb(from: effect, context)
        context.closeFrame()
        if !context.isRefreshing, !context.rings.isEmpty { forgetRings(context) }
        context.tracker = nil
        context.computing = nil
        if !isFirst, context.effectRuns != runs {
          withToken(of: effect) { $0.laterRuns += 1 }
        }
        finishReports(context)
      }
    }
  }

  /// Called when a round has come to an effect: if that is paused, the round has it no longer.
  ///
  /// - Returns: whether it is paused.
  @discardableResult
  private static func leave(_ effect: NodeRef) -> Bool {
    guard effect.flags.contains(.paused) else { return false }
    withToken(of: effect) { $0.isQueued = false }
    return true
  }

  /// Effects are woken in the order of their edges, which nearly always is that of their creation.
  /// Otherwise: a heap sort, which allocates nothing.
  private static func sortByCreation(_ round: borrowing Buffer<NodeRef>) {
    let count = round.count
    var index = 1
    while index < count, round[index - 1].order <= round[index].order { index += 1 }
    if index >= count { return }
    for root in stride(from: count / 2 - 1, through: 0, by: -1) { sink(root, in: round, count) }
    for end in stride(from: count - 1, to: 0, by: -1) {
      round.swapAt(0, end)
      sink(0, in: round, end)
    }
  }

  private static func sink(_ start: Int, in heap: borrowing Buffer<NodeRef>, _ count: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      if child >= count { return }
      if child + 1 < count, heap[child].order < heap[child + 1].order { child += 1 }
      if heap[parent].order >= heap[child].order { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  /// Runs an effect whose inputs are fresh: first the clean-up of its last run, then its closure.
  static func runEffect(_ node: NodeRef, _ context: ContextRef) {
    let flags = node.flags.subtracting([.stale, .changed, .checking, .hasWritten])
    node.flags = flags.union(.running)
    let outer = context.effect
    context.effectRuns &+= 1
    context.effect = node
    context.keepDepth += 1
    context.computing = context.frame.computing
    context.tracker = nil
    var mustRefresh = flags.contains(.uncomputed)
    if flags.contains(.hasCleanUps) {
      withToken(of: node) { $0.runCleanUps(context) }
      mustRefresh = true
    }
    if isAbandoned(node) {
      endAbandoned(node)
    } else if !node.flags.contains(.dead) {
      if flags.contains(.declared) {
        // The edges have to be attached and up to date before the closure, which may write what it
        // waits for. The check has seen to that, but for a first run and for what a clean-up wrote.
        if mustRefresh { refreshInputs(of: node, context) }
        _ = node.compute(context)
      } else {
        _ = runTracked(node, context)
        context.tracker = nil
      }
    }
    if node.flags.contains(.dead) { withToken(of: node) { $0.runCleanUps(context) } }
    context.keepDepth -= 1
    context.effect = outer
    node.flags.subtract([.running, .uncomputed])
    if node.flags.contains(.paused) { withToken(of: node) { $0.roster?.hasRun(node) } }
    claim(node, context)
  }

  /// Whether the updater was dropped where its owner did not verifiably run. It is posted before the drop returns,
  /// so nothing has to be asked in a program in which no letter was ever posted.
  @inline(__always)
  static func isAbandoned(_ effect: NodeRef) -> Bool {
    upkeep_letters_posted() != 0 && effect.flags.contains(.effect)
      && withToken(of: effect) { $0.isAbandoned }
  }

  /// Called when a turn has come to an effect of an updater that was dropped elsewhere: ends all of them, for who may
  /// touch what one of them reads may touch what the others read.
  private static func endAbandoned(_ effect: NodeRef) {
    withToken(of: effect) { $0.roster }?.cancelAbandoned()
  }

  @inline(__always)
  static func withToken<Result>(
    of node: NodeRef, _ body: (EffectToken) -> Result
  ) -> Result {
    // SAFETY: an effect's object is its token. Its roster retains it, and from `cancel` on its node
    // does, until `free` at the end of the turn.
    node.object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: EffectToken.self))
    }
  }

  /// Brings the inputs of an effect up to date, and its edges to their versions.
  static func refreshInputs(of effect: NodeRef, _ context: ContextRef) {
    var edge = effect.firstInput
    while let current = edge {
      let input = current.input
      if !input.flags.isDisjoint(with: [.stale, .uncomputed, .modifying]) {
        refreshInput(input, context)
      }
      current.version = input.version
      if !current.isAttached, !planted(.observedInputIsNotLinked) { current.attach() }
      edge = current.nextInput
    }
  }
}
