import UpkeepThread

extension Graph {
  /// What follows a change to a stored value: what depends on it goes stale, and a change outside
  /// any open turn is a turn of its own.
  @usableFromInline
  static func didChange(_ node: NodePointer, _ context: ContextPointer) {
    if context.pointee.turnDepth > 0 {
      mark(below: node, context)
      return
    }
    beginTurn(context)
    spreadAtOnce(from: node, context)
    endTurn(context)
  }

  /// What follows a change that is a turn of its own, in the turn that is open.
  @usableFromInline
  static func spread(from node: NodePointer, _ context: ContextPointer) {
    spreadAtOnce(from: node, context)
  }

  @inline(__always)
  private static func spreadAtOnce(from node: NodePointer, _ context: ContextPointer) {
    if context.pointee.queue.isEmpty, let edge = node.pointee.firstSubscriber,
      edge == node.pointee.lastSubscriber, !upkeep_has_hanging() || leadsOnlyToKept(edge)
    {
      goDown(edge, context)
    } else {
      mark(below: node, context)
    }
  }

  /// Opens a turn, or a level inside the open one.
  @usableFromInline
  static func beginTurn(_ context: ContextPointer) {
    context.pointee.turnDepth += 1
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { Owner.enter(context) }
    if context.pointee.turnDepth == 1, context.pointee.computing == nil,
      Owner.mayHaveMail(context)
    {
      Owner.collectMail(context)
    }
  }

  /// Closes a level; the outermost one flushes.
  @usableFromInline
  static func endTurn(_ context: ContextPointer) {
    if context.pointee.turnDepth == 1 || planted(.nestedTurnFlushes) {
      // Inside a derivation nothing can have been written, and no effect may run.
      if context.pointee.computing == nil {
        if !context.pointee.edited.isEmpty { restoreUnchanged(context) }
        if !context.pointee.queue.isEmpty { flush(context) }
      }
      if context.pointee.mustTidyUp { tidyUp(context) }
    }
    context.pointee.turnDepth -= 1
    context.pointee.nesting -= 1
    if context.pointee.nesting == 0 { settleReleases(context) }
  }

  /// Ends a turn that has kept starts, put results back or counted runs.
  @inline(never)
  private static func tidyUp(_ context: ContextPointer) {
    forgetStarts(context)
    // That may have released an object whose `deinit` wrote: then the turn goes on.
    while context.pointee.queue.count | context.pointee.edited.count != 0,
      context.pointee.computing == nil
    {
      restoreUnchanged(context)
      flush(context)
      forgetStarts(context)
    }
    if !context.pointee.restored.isEmpty { forgetRestored(context) }
    if !context.pointee.counted.isEmpty { resetCounts(context) }
    context.pointee.mustTidyUp = false
  }

  /// Runs the effects that are queued, in rounds, until none is. The first of these may not be the turn's.
  static func flush(_ context: ContextPointer, isFirst: Bool = true) {
    var isFirst = isFirst
    while !context.pointee.queue.isEmpty {
      swap(&context.pointee.queue, &context.pointee.round)
      if !planted(.effectsRunInAnyOrder) { sortByCreation(context.pointee.round) }
      runRound(isFirst: isFirst, context)
      context.pointee.round.removeAll()
      if !context.pointee.edited.isEmpty { restoreUnchanged(context) }
      isFirst = false
    }
  }

  /// Brings the effects of a round up to date: `refresh`, with one frame for all of them.
  private static func runRound(isFirst: Bool, _ context: ContextPointer) {
    var frame = Frame(root: context.pointee.round[0], computing: nil, outer: context.pointee.frames)
    withUnsafeMutablePointer(to: &frame) { frame in
      var index = 0
      while index < context.pointee.round.count {
        let effect = context.pointee.round[index]
        index += 1
        if index < context.pointee.round.count {
          let next = context.pointee.round[index]
          upkeep_prefetch(next.pointee.firstInput)
          if index + 1 < context.pointee.round.count {
            upkeep_prefetch(context.pointee.round[index + 1])
          }
        }
        let flags = effect.pointee.flags
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
          if effect.pointee.flags.contains(.catchingUp) {
            context.pointee.queue.append(effect)
            continue
          }
        }
        let runs = context.pointee.effectRuns
        frame.pointee.root = effect
        refresh(within: frame, context)
        context.pointee.tracker = nil
        context.pointee.computing = nil
        if !isFirst, context.pointee.effectRuns != runs {
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
  private static func leave(_ effect: NodePointer) -> Bool {
    guard effect.pointee.flags.contains(.paused) else { return false }
    withToken(of: effect) { $0.isQueued = false }
    return true
  }

  /// Effects are woken in the order of their edges, which nearly always is that of their creation.
  /// Otherwise: a heap sort, which allocates nothing.
  private static func sortByCreation(_ round: borrowing Buffer<NodePointer>) {
    let count = round.count
    var index = 1
    while index < count, round[index - 1].pointee.order <= round[index].pointee.order { index += 1 }
    if index >= count { return }
    for root in stride(from: count / 2 - 1, through: 0, by: -1) { sink(root, in: round, count) }
    for end in stride(from: count - 1, to: 0, by: -1) {
      round.swapAt(0, end)
      sink(0, in: round, end)
    }
  }

  private static func sink(_ start: Int, in heap: borrowing Buffer<NodePointer>, _ count: Int) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      if child >= count { return }
      if child + 1 < count, heap[child].pointee.order < heap[child + 1].pointee.order { child += 1 }
      if heap[parent].pointee.order >= heap[child].pointee.order { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }

  /// Runs an effect whose inputs are fresh: first the clean-up of its last run, then its closure.
  static func runEffect(_ node: NodePointer, _ context: ContextPointer) {
    let flags = node.pointee.flags.subtracting([.stale, .changed, .checking, .hasWritten])
    node.pointee.flags = flags.union(.running)
    let outer = context.pointee.effect
    context.pointee.effectRuns &+= 1
    context.pointee.effect = node
    context.pointee.keepDepth += 1
    context.pointee.computing = context.pointee.frames?.pointee.computing
    context.pointee.tracker = nil
    var mustRefresh = flags.contains(.uncomputed)
    if flags.contains(.hasCleanUps) {
      withToken(of: node) { $0.runCleanUps(context) }
      mustRefresh = true
    }
    if isAbandoned(node) {
      endAbandoned(node)
    } else if !node.pointee.flags.contains(.dead) {
      if flags.contains(.declared) {
        // The edges have to be attached and up to date before the closure, which may write what it
        // waits for. The check has seen to that, but for a first run and for what a clean-up wrote.
        if mustRefresh { refreshInputs(of: node, context) }
        _ = node.pointee.recompute(node, context)
      } else {
        _ = runTracked(node, context)
        context.pointee.tracker = nil
      }
    }
    if node.pointee.flags.contains(.dead) { withToken(of: node) { $0.runCleanUps(context) } }
    context.pointee.keepDepth -= 1
    context.pointee.effect = outer
    node.pointee.flags.subtract([.running, .uncomputed])
    if node.pointee.flags.contains(.paused) { withToken(of: node) { $0.roster?.hasRun(node) } }
    claim(node, context)
  }

  /// Whether the updater was dropped where its owner did not verifiably run. It is posted before the drop returns,
  /// so nothing has to be asked in a program in which no letter was ever posted.
  @inline(__always)
  static func isAbandoned(_ effect: NodePointer) -> Bool {
    upkeep_letters_posted() != 0 && effect.pointee.flags.contains(.effect)
      && withToken(of: effect) { $0.isAbandoned }
  }

  /// Called when a turn has come to an effect of an updater that was dropped elsewhere: ends all of them, for who may
  /// touch what one of them reads may touch what the others read.
  private static func endAbandoned(_ effect: NodePointer) {
    withToken(of: effect) { $0.roster }?.cancelAbandoned()
  }

  @inline(__always)
  static func withToken<Result>(
    of node: NodePointer, _ body: (EffectToken) -> Result
  ) -> Result {
    // SAFETY: an effect's object is its token. Its roster retains it, and from `cancel` on its node
    // does, until `free` at the end of the turn.
    node.pointee.object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: EffectToken.self))
    }
  }

  /// Brings the inputs of an effect up to date, and its edges to their versions.
  static func refreshInputs(of effect: NodePointer, _ context: ContextPointer) {
    var edge = effect.pointee.firstInput
    while let current = edge {
      let input = current.pointee.input
      if !input.pointee.flags.isDisjoint(with: [.stale, .uncomputed, .modifying]) {
        refreshInput(input, context)
      }
      current.pointee.version = input.pointee.version
      if !current.pointee.isAttached, !planted(.observedInputIsNotLinked) { current.attach() }
      edge = current.pointee.nextInput
    }
  }
}
