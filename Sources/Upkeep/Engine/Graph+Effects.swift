import UpkeepThread

extension Graph {
  /// Runs an effect whose inputs are fresh: first the clean-up of its last run, then its closure.
  ///
  /// Not part of its callers: the walk is to stay small enough to be part of those of its own.
  @inline(never)
  static func runEffect(_ node: NodeRef, _ context: ContextRef) {
    runEffectAtOnce(node, node.flags, context)
  }

  /// `runEffect`, inlined; `flags` are the effect's.
  @inline(__always)
  static func runEffectAtOnce(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    node.flags = flags.subtracting([.stale, .changed, .checking]).union(.running)
    #if DEBUG
      let openRun = beginRun(context)
      defer { endRun(of: node, inside: openRun, context) }
    #endif
    let outer = context.effect
    context.effectRuns &+= 1
    context.effect = node
    context.keepDepth &+= 1
    context.computing = context.frame.computing
    context.tracker = nil
    // Its own check may have ended it: what an input let go of may have cancelled it.
    if flags.isDisjoint(with: [.uncomputed, .hasCleanUps, .dead]),
      upkeep_deferrals_posted() == 0 || !node.isAbandonedEffect
    {
      callEffect(node, flags, context)
    } else {
      callEffectWithCare(node, flags, context)
    }
    let flags = node.flags
    // One test: not dead, not paused, no input changed, and the owner is known to be current.
    if flags.intersection([.dead, .paused, .stale, .ownerKind]) == context.ownerKind {
      context.keepDepth &-= 1
      context.effect = outer
      node.flags = flags.subtracting([.running, .uncomputed])
    } else {
      endEffectWithCare(node, inside: outer, context)
    }
  }

  /// Calls the closure of an effect.
  @inline(__always)
  private static func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    if flags.contains(.declared) {
      node.perform()
    } else {
      beginReading(node, context)
      node.perform()
      trim(node, context)
      context.tracker = nil
    }
  }

  /// `callEffect` for a first run, with clean-ups, or where the effect may have ended.
  @inline(never)
  private static func callEffectWithCare(
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
  @inline(never)
  private static func endEffectWithCare(
    _ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef
  ) {
    if node.flags.contains(.dead) { node.withEffect { $0.runCleanUps(context) } }
    context.keepDepth &-= 1
    context.effect = outer
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
}
