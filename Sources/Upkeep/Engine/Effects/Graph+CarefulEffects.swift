// The runs of effects where something stands beside them: a first run, clean-ups, a pause, an end.
extension Graph {
  /// `callEffect` for a first run, with clean-ups, or where the effect may have ended.
  static func callEffectWithCare(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) {
    // A first run finds nothing to undo: what was added to its handle in the transaction that made
    // it belongs to it.
    if flags.intersection([.hasCleanUps, .uncomputed]) == .hasCleanUps {
      node.withEffect { $0.runCleanUps(context) }
    }
    if node.isAbandonedEffect { return endAbandoned(node) }
    if node.flags.contains(.dead) { return }
    // The edges have to be attached and up to date before the closure, which may write what it
    // waits for. The check has seen to that, but for a first run and for what a clean-up wrote.
    if flags.contains(.declared), !flags.isDisjoint(with: [.uncomputed, .hasCleanUps]) {
      refreshInputs(of: node, context)
      if node.flags.contains(.dead) || node.isAbandonedEffect { return }
    }
    callEffect(node, flags, context)
  }

  /// Ends the run of an effect that has ended itself, was paused, has changed what it has read, or
  /// has an owner to be noted.
  static func endEffectWithCare(
    _ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef
  ) {
    if node.flags.contains(.dead) { node.withEffect { $0.runCleanUps(context) } }
    context.pointee.keepDepth &-= 1
    context.pointee.effect = outer
    node.flags.subtract([.running, .uncomputed])
    if node.flags.intersection([.dead, .stale]) == .stale { noteChangedInputs(of: node) }
    if node.flags.contains(.paused) { node.withEffect { $0.list?.hasRun(node) } }
    node.claim(context)
  }

  /// Makes an effect run again if an input has changed since the effect read it in this run.
  ///
  /// The effect may have read the new value, too. Then a later effect that puts the first value
  /// back makes a change for it.
  private static func noteChangedInputs(of effect: NodeRef) {
    var edge = effect.firstInput
    while let current = edge {
      edge = current.nextInput
      if current.version == current.input.version { continue }
      restoreIfUnchanged(current.input)
      if current.version != current.input.version { current.version = .never }
    }
  }

  /// Leaves a computation that was woken as if it had been looked at.
  static func passOver(_ node: NodeRef) {
    let isCatchingUp = node.flags.contains(.catchingUp)
    node.flags.subtract([.stale, .catchingUp])
    if isCatchingUp { node.withEffect { $0.list }?.hasCaughtUp() }
  }

  /// Leaves the first run of an effect until nothing computes.
  static func startLater(_ effect: GraphEffect, _ context: ContextRef) {
    effect.waitsToStart = true
    context.effects.born.append(effect)
    context.pointee.care.insert(.leftovers)
  }
}

/// Keeps the effects of updaters.
class EffectGuest: EditGuest {
  // SAFETY: changed by its own operations alone, which run nothing of the program's.
  /// Effects that a derivation has made, and that run as soon as nothing computes.
  @exclusivity(unchecked) final var born: [GraphEffect] = []
  #if DEBUG
    // SAFETY: as above.
    /// When the run of the innermost effect that is running began.
    @exclusivity(unchecked) final var runStart: UInt64 = 0
    // SAFETY: as above.
    /// The effects that the runs of effects that are open have made in older updaters, oldest
    /// first.
    @exclusivity(unchecked) final var additions: [EffectAddition] = []
  #endif
}

extension ContextRef {
  /// The effects that wait, and those that runs have made.
  var effects: EffectGuest { guest(EffectGuest.self) }
}
