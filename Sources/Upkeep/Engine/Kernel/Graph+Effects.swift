import UpkeepThread

extension Graph {
  /// Runs an effect whose inputs are fresh: first the clean-ups of its last run, then its closure.
  ///
  /// Not inlined: `climb` has to stay small enough to be inlined into its own callers.
  @inline(never)
  static func runEffect(_ node: NodeRef, _ context: ContextRef) {
    runEffectAtOnce(node, node.flags, context)
  }

  /// `runEffect`, inlined; `flags` are the effect's.
  @inline(__always)
  static func runEffectAtOnce(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    node.flags = flags.subtracting([.stale, .changed, .checking]).union(.running)
    #if DEBUG
      let openRun = context.ask { $0.willRun(node, context) }
      defer { context.ask { $0.didRun(node, inside: openRun, context) } }
    #endif
    let outer = context.pointee.effect
    context.pointee.effect = node
    context.pointee.keepDepth &+= 1
    context.pointee.computing = context.pointee.frame.computing
    context.pointee.tracker = nil
    // The check may have ended the effect: an input may have released an object that cancels it.
    if flags.isDisjoint(with: [.uncomputed, .repeatingGuests, .dead]), !isAbandoned(node, context) {
      callEffect(node, flags, context)
    } else {
      context.ask { $0.callEffect(node, flags, context) }
    }
    let flags = node.flags
    // One test of three conditions: the effect is not idle, no input has changed, and the owner is
    // known to be the current one.
    if flags.intersection([.idle, .stale, .ownerKind]) == context.pointee.ownerKind {
      context.pointee.keepDepth &-= 1
      context.pointee.effect = outer
      node.flags = flags.subtracting([.running, .uncomputed])
    } else {
      context.ask { $0.endEffect(node, inside: outer, context) }
    }
  }

  /// Calls the closure of an effect.
  @inline(__always)
  static func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    if flags.contains(.declared) {
      node.run &+= Edge.runStep
      node.perform(context)
    } else {
      beginReading(node, context)
      node.perform(context)
      trim(node, context)
      context.pointee.tracker = nil
    }
  }
}
