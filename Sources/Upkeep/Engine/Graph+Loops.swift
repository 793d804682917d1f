extension Graph {
  /// How often one effect that writes may run in one flush (law 8). One that only watches ends when
  /// those that write have ended; it is stopped long after, for what a `deinit` might write.
  static let maximumRuns = 1_000

  /// Whether an effect may run in a later round. One run too many is refused: the effect is left as if it had run.
  static func mayRunAgain(_ effect: NodePointer, _ context: ContextPointer) -> Bool {
    withToken(of: effect) { token in
      let hasWritten = effect.pointee.flags.contains(.hasWritten)
      if token.laterRuns + 1 < (hasWritten ? maximumRuns : 100 * maximumRuns) { return true }
      countRun(of: effect, context)
      refreshInputs(of: effect, context)
      let isCatchingUp = effect.pointee.flags.contains(.catchingUp)
      effect.pointee.flags.subtract([.stale, .catchingUp])
      if isCatchingUp { token.roster?.hasCaughtUp() }
      if !token.isReported { reportLoop(with: effect, context) }
      return false
    }
  }

  /// Counts a run in a later round.
  static func countRun(of effect: NodePointer, _ context: ContextPointer) {
    withToken(of: effect) { token in
      if token.laterRuns == 0 {
        context.pointee.mustTidyUp = true
        context.pointee.counted.append(effect)
      }
      token.laterRuns += 1
    }
  }

  /// Reports the effects that are about to be stopped together.
  private static func reportLoop(with stopped: NodePointer, _ context: ContextPointer) {
    var effects: [String] = []
    var properties: [String] = []
    for index in 0..<context.pointee.counted.count {
      let effect = context.pointee.counted[index]
      let isInLoop = withToken(of: effect) { token in
        let isCounted = token.laterRuns >= maximumRuns - 1
        let isCulprit = isCounted && effect.pointee.flags.contains(.hasWritten)
        guard !token.isReported, effect == stopped || isCulprit else { return false }
        token.isReported = true
        return true
      }
      guard isInLoop else { continue }
      effects.append(describe(effect))
      var edge = effect.pointee.firstInput
      while let current = edge {
        let name = describe(current.pointee.input)
        if properties.count < 16, !properties.contains(name) { properties.append(name) }
        edge = current.pointee.nextInput
      }
    }
    let runs = withToken(of: stopped) { $0.laterRuns }
    Misuse.report(.runawayFlush(effects: effects, properties: properties, runs: runs))
  }

  static func resetCounts(_ context: ContextPointer) {
    for index in 0..<context.pointee.counted.count {
      withToken(of: context.pointee.counted[index]) { token in
        token.laterRuns = 0
        token.isReported = false
      }
    }
    context.pointee.counted.removeAll()
  }
}
