extension Graph {
  /// The number of times that one effect that writes may run in one flush (law 8).
  ///
  /// One that only watches, or is looked at and does not run, ends when those that write have
  /// ended; it is stopped long after, for what a `deinit` or a handler of mistakes might write.
  static let maximumRuns = 1_000

  /// Counts a look in a later round, and says whether the effect may run.
  ///
  /// One run too many is refused: the effect is left as if it had run.
  static func mayRunAgain(_ effect: NodeRef, _ context: ContextRef) -> Bool {
    let more = effect.withEffect(\.madeMore)
    if more.counts.laterLooks == 0 {
      context.mustTidyUp = true
      context.counted.append(effect)
    }
    more.counts.laterLooks += 1
    let counts = more.counts
    let hasRunOften = counts.hasWritten && counts.laterRuns + 1 >= maximumRuns
    if !hasRunOften, counts.laterLooks < 100 * maximumRuns { return true }
    refreshInputs(of: effect, context)
    // Their computation may have dropped its updater.
    if effect.isAbandonedEffect { return false }
    passOver(effect)
    if !more.counts.isReported { reportLoop(with: effect, context) }
    return false
  }

  /// Leaves a computation that was woken as if it had been looked at.
  static func passOver(_ node: NodeRef) {
    let isCatchingUp = node.flags.contains(.catchingUp)
    node.flags.subtract([.stale, .catchingUp])
    if isCatchingUp { node.withEffect { $0.list }?.hasCaughtUp() }
  }

  /// Reports the effects that are about to be stopped together.
  private static func reportLoop(with stopped: NodeRef, _ context: ContextRef) {
    var effects: [String] = []
    var properties: [String] = []
    for index in 0..<context.counted.count {
      let effect = context.counted[index]
      // The edges of one that is abandoned may be gone.
      guard !effect.isAbandonedEffect, let more = effect.withEffect(\.more),
        !more.counts.isReported
      else { continue }
      let isCulprit = more.counts.laterRuns >= maximumRuns - 1 && more.counts.hasWritten
      guard effect == stopped || isCulprit else { continue }
      more.counts.isReported = true
      effects.append(describe(effect))
      var edge = effect.firstInput
      while let current = edge {
        let name = describe(current.input)
        if properties.count < 16, !properties.contains(name) { properties.append(name) }
        edge = current.nextInput
      }
    }
    let runs = stopped.withEffect { $0.madeMore.counts.laterLooks }
    Misuse.report(.runawayFlush(effects: effects, properties: properties, runs: runs))
  }

  static func resetCounts(_ context: ContextRef) {
    for index in 0..<context.counted.count {
      context.counted[index].withEffect { $0.more?.counts = GraphEffect.Counts() }
    }
    context.counted.removeAll()
  }
}
