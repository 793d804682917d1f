// A loop is found by its number of runs. Then the effects in the loop are separated from the
// effects beside it:
//
//     990 runs     ─> does the effect wake itself, perhaps by way of others?
//                     no: it runs on
//                     yes: it is held, and the flush goes on without it
//     all at rest  ─> the held effects run again, one at a time, with all effects that they wake
//     at rest      ─> the effect was beside a loop, and is up to date
//     1,000 runs   ─> the effect keeps waking itself: it is stopped and reported
extension Graph {
  /// The greatest number of runs, in one flush, of an effect that keeps waking itself (law 8).
  ///
  /// If a `deinit` or a misuse handler writes, an effect may be checked again and again without a
  /// run. Such an effect is held and stopped after a hundred times as many checks.
  static let maximumRuns = 1_000

  /// The number of runs after which an effect that wakes itself is held.
  static let suspiciousRuns = maximumRuns - trialRuns

  fileprivate static let trialRuns = 10
  fileprivate static let maximumLooks = 100 * maximumRuns

  /// Counts a check in a later round, and returns whether the effect may run.
  ///
  /// An effect that may not run is held or stopped. A stopped effect counts as up to date.
  static func mayRunAgain(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    let more = countedMore(of: effect, context)
    more.counts.laterLooks += 1
    let counts = more.counts
    if counts.laterRuns < maximumRuns / 2, counts.laterLooks < maximumLooks { return true }
    context.pointee.care.insert(.rounds)
    return mayGoOn(effect, more, context)
  }

  /// Returns the counts of an effect, which the end of the turn resets.
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
        // The chain of wakers may be long: the next search waits one run for each step of this one.
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

  /// Whether an effect is held, on trial or stopped, so that no other effect has to end its loop.
  private static func isSuspect(_ effect: NodeRef) -> Bool {
    switch effect.withEffect({ $0.more?.counts.suspicion }) {
    case .held, .onTrial, .stopped: true
    case .clear, .acquitted, nil: false
    }
  }

  private static func stop(
    _ effect: NodeRef, _ more: GraphEffect.More, _ context: ContextRef
  ) {
    refreshInputs(of: effect, context)
    // A computation of an input may have released the effect's updater.
    if effect.isAbandonedEffect { return }
    passOver(effect)
    if more.counts.suspicion == .stopped { return }
    more.counts.suspicion = .stopped
    reportLoop(with: effect, runs: more.counts.laterRuns + 1, context)
  }

  // MARK: - Wakers

  /// Notes which effect has woken the effects that are queued from an index on.
  ///
  /// If a `deinit` at the end of the turn has woken the effects, each counts as woken by itself.
  static func noteWakes(from start: Int, by waker: NodeRef?, _ context: ContextRef) {
    var index = start
    while index < context.pointee.queue.count {
      let effect = context.pointee.queue[index]
      index += 1
      if effect.isAbandonedEffect { continue }
      countedMore(of: effect, context).counts.waker = waker ?? effect
    }
  }

  /// Returns the effects through which an effect has woken itself, itself included; empty if it has
  /// not.
  ///
  /// A waker ran in the round before, so it was woken in the round before that or later. Therefore
  /// the chain leads through the latest rounds.
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

  /// Reports the loop of an effect that was stopped.
  private static func reportLoop(with stopped: NodeRef, runs: Int, _ context: ContextRef) {
    var members = loop(of: stopped, context).members
    if members.isEmpty { members = [stopped] }
    members.sort { $0.order < $1.order }
    var properties: [String] = []
    // An abandoned effect may have lost its edges.
    for effect in members where !effect.isAbandonedEffect {
      for edge in effect.inputs {
        let name = describe(edge.input)
        if properties.count < 16, !properties.contains(name) { properties.append(name) }
      }
    }
    let effects = members.filter { !$0.isAbandonedEffect }.map(describe)
    Misuse.report(.runawayFlush(effects: effects, properties: properties, runs: runs))
  }
}

/// Ends loops of effects.
class LoopGuest: UndoGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// The effects with counts of this flush: they were checked in a later round, or woken while
  /// wakers are noted.
  @exclusivity(unchecked) final var counted = Buffer<NodeRef>()
  // SAFETY: as above.
  /// Stale effects that may be in a loop: each waits until all other effects have come to rest.
  @exclusivity(unchecked) final var held = Buffer<NodeRef>()

  override final func wakesAtEndOfTurn(_ context: ContextRef) {
    Graph.noteWakes(from: 0, by: nil, context)
  }

  override final func endTurn(_ context: ContextRef) {
    tryHeld(context)
    for index in 0..<counted.count {
      counted[index].withEffect { $0.more?.counts = GraphEffect.Counts() }
    }
    counted.removeAll()
    context.pointee.care.subtract([.rounds, .repeats])
  }

  /// Runs the held effects again, one at a time.
  ///
  /// An effect that comes to rest was beside a loop, not in it.
  private final func tryHeld(_ context: ContextRef) {
    var index = 0
    while index < held.count {
      let effect = held[index]
      index += 1
      if effect.flags.contains(.dead) || effect.isAbandonedEffect { continue }
      let more = effect.withEffect(\.madeMore)
      more.counts.suspicion = .onTrial
      // The effect may have been held late; it gets all its trial runs nevertheless.
      more.counts.laterRuns = min(more.counts.laterRuns, Graph.suspiciousRuns - 1)
      more.counts.laterLooks = min(more.counts.laterLooks, Graph.maximumLooks - Graph.trialRuns)
      context.pointee.queue.append(effect)
      Graph.settleRounds(context)
      if more.counts.suspicion != .onTrial { continue }
      more.counts.suspicion = .acquitted
      (more.counts.laterRuns, more.counts.nextCheck) = (0, Graph.suspiciousRuns)
    }
    held.removeAll()
  }
}

extension ContextRef {
  /// The record of the effects that run again in one flush.
  var loops: LoopGuest { guest(LoopGuest.self) }
}
