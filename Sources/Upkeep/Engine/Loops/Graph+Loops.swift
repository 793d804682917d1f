// A loop is found by its length, and ended where it can be told from what stands beside it:
//
//     990 runs   ─> does it wake itself, by way of others?  no: it runs on
//                   yes: it is held, and the flush goes on without it
//     all quiet  ─> the held ones, one at a time: it runs again, and all else that is woken
//     quiet      ─> it was beside a loop, and is up to date
//     1,000 runs ─> it keeps waking itself: it is stopped and reported
extension Graph {
  /// The number of times that one effect that keeps waking itself may run in one flush (law 8).
  ///
  /// An effect may be looked at again and again without a run, where a `deinit` or a handler of
  /// mistakes writes. Such an effect is held and stopped after a hundred times as many looks.
  static let maximumRuns = 1_000

  /// The number of runs after which an effect that wakes itself is held.
  static let suspiciousRuns = maximumRuns - trialRuns

  private static let trialRuns = 10
  private static let maximumLooks = 100 * maximumRuns

  /// Counts a look in a later round, and says whether the effect may run.
  ///
  /// An effect that may not run is held or stopped, and left as if it had run.
  static func mayRunAgain(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    let more = countedMore(of: effect, context)
    more.counts.laterLooks += 1
    let counts = more.counts
    if counts.laterRuns < maximumRuns / 2, counts.laterLooks < maximumLooks { return true }
    context.pointee.care.insert(.rounds)
    return mayGoOn(effect, more, context)
  }

  /// The counts of an effect, which the end of the turn resets.
  private static func countedMore(of effect: NodeRef, _ context: ContextRef) -> GraphEffect.More {
    let more = effect.withEffect(\.madeMore)
    if more.counts.laterLooks == 0, more.counts.waker == nil {
      context.pointee.care.formUnion([.turnEnd, .repeats])
      context.loops.counted.append(effect)
    }
    return more
  }

  private static func mayGoOn(
    _ effect: NodeRef, _ more: GraphEffect.More, _ context: ContextRef
  ) -> Bool {
    let counts = more.counts
    let runs = counts.laterRuns + 1
    let isLookedAtForEver = counts.laterLooks >= maximumLooks
    switch counts.suspicion {
    case .stopped: break
    case .onTrial: if runs < maximumRuns, !isLookedAtForEver { return true }
    case .held: return false
    case .clear, .acquitted:
      if !isLookedAtForEver {
        if runs < counts.nextCheck ?? suspiciousRuns { return true }
        let (loop, steps) = loop(of: effect, context)
        // The way of the wakers may be long: to go it again costs a run each step.
        if loop.isEmpty { more.counts.nextCheck = runs + steps }
        if loop.isEmpty || loop.contains(where: isSuspect) { return true }
      }
      if counts.suspicion != .acquitted {
        more.counts.suspicion = .held
        context.loops.held.append(effect)
        return false
      }
    }
    stop(effect, more, context)
    return false
  }

  /// Whether an effect is held, on trial or stopped, so that its loop is not for others to end.
  private static func isSuspect(_ effect: NodeRef) -> Bool {
    switch effect.withEffect({ $0.more?.counts.suspicion }) {
    case .held, .onTrial, .stopped: true
    case .clear, .acquitted, nil: false
    }
  }

  /// Runs the held effects again, one at a time: one that comes to rest has been beside a loop, not
  /// in it.
  static func tryHeld(_ context: ContextRef) {
    var index = 0
    while index < context.loops.held.count {
      let effect = context.loops.held[index]
      index += 1
      if effect.flags.contains(.dead) || effect.isAbandonedEffect { continue }
      let more = effect.withEffect(\.madeMore)
      more.counts.suspicion = .onTrial
      // It may have been held late.
      more.counts.laterRuns = min(more.counts.laterRuns, suspiciousRuns - 1)
      more.counts.laterLooks = min(more.counts.laterLooks, maximumLooks - trialRuns)
      context.pointee.queue.append(effect)
      settleRounds(context)
      if more.counts.suspicion != .onTrial { continue }
      more.counts.suspicion = .acquitted
      (more.counts.laterRuns, more.counts.nextCheck) = (0, suspiciousRuns)
    }
    context.loops.held.removeAll()
  }

  private static func stop(
    _ effect: NodeRef, _ more: GraphEffect.More, _ context: ContextRef
  ) {
    refreshInputs(of: effect, context)
    // Their computation may have dropped its updater.
    if effect.isAbandonedEffect { return }
    passOver(effect)
    if more.counts.suspicion == .stopped { return }
    more.counts.suspicion = .stopped
    reportLoop(with: effect, runs: more.counts.laterRuns + 1, context)
  }

  // MARK: - Wakers

  /// Notes which effect has woken those that are queued from an index on.
  ///
  /// Without one - a `deinit` at the end of the turn has - each counts as woken by itself.
  static func noteWakes(from start: Int, by waker: NodeRef?, _ context: ContextRef) {
    var index = start
    while index < context.pointee.queue.count {
      let effect = context.pointee.queue[index]
      index += 1
      if effect.isAbandonedEffect { continue }
      countedMore(of: effect, context).counts.waker = waker ?? effect
    }
  }

  /// The effects by way of which an effect has woken itself, itself included; none if it has not.
  ///
  /// A waker has run in the round before, so it was itself woken in the round before that or later:
  /// the way leads through the latest rounds.
  private static func loop(
    of effect: NodeRef, _ context: ContextRef
  ) -> (members: [NodeRef], steps: Int) {
    var members: [NodeRef] = [effect]
    while members.count <= context.loops.counted.count,
      let waker = members[members.count - 1].withEffect({ $0.more?.counts.waker })
    {
      if waker == effect { return (members, members.count) }
      members.append(waker)
    }
    return ([], members.count)
  }

  /// Reports a loop, by the effect that has been stopped.
  private static func reportLoop(with stopped: NodeRef, runs: Int, _ context: ContextRef) {
    var members = loop(of: stopped, context).members
    if members.isEmpty { members = [stopped] }
    members.sort { $0.order < $1.order }
    var properties: [String] = []
    // The edges of one that is abandoned may be gone.
    for effect in members where !effect.isAbandonedEffect {
      var edge = effect.firstInput
      while let current = edge {
        let name = describe(current.input)
        if properties.count < 16, !properties.contains(name) { properties.append(name) }
        edge = current.nextInput
      }
    }
    let effects = members.filter { !$0.isAbandonedEffect }.map(describe)
    Misuse.report(.runawayFlush(effects: effects, properties: properties, runs: runs))
  }

  static func resetCounts(_ context: ContextRef) {
    for index in 0..<context.loops.counted.count {
      context.loops.counted[index].withEffect { $0.more?.counts = GraphEffect.Counts() }
    }
    context.loops.counted.removeAll()
    context.pointee.care.remove(.rounds)
  }
}

/// Ends loops of effects.
class LoopGuest: UndoGuest {
  // SAFETY: changed by its own operations alone, which run nothing of the program's.
  /// Effects that ran in a later round than the first of this flush, counted by `GraphEffect`.
  @exclusivity(unchecked) final var counted = Buffer<NodeRef>()
  // SAFETY: as above.
  /// Stale effects that are suspected of a loop: each waits until all others have come to rest.
  @exclusivity(unchecked) final var held = Buffer<NodeRef>()
}

extension ContextRef {
  /// The record of the effects that run again in one flush.
  var loops: LoopGuest { guest(LoopGuest.self) }
}
