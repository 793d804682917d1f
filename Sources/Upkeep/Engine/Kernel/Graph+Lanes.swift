// A lane is the chain below a changed value whose nodes have one reader each, down to a fork or an
// effect. If an effect needs it, its nodes have to compute one after the other, until a result is
// unchanged. So they compute on the way down, before anything is marked, and an unchanged result
// ends the turn. The outcome is as if the nodes of the lane were read, one after the other, before
// the effects are checked.
extension Graph {
  /// Handles a change of a node with one reader: runs the lane that begins with `edge` if an effect
  /// needs the lane, and marks below it.
  ///
  /// If the effect at the end of the lane is the only one that is woken, it runs at once, as the
  /// first round.
  ///
  /// - Complexity: O(nodes of the lane up to the first unchanged result), plus their closures;
  ///   beyond the lane as `mark`.
  @inline(__always)
  static func goDown(_ edge: EdgeRef, _ context: ContextRef) {
    let flags = edge.subscriber.flags
    if mayRun(atEndOfLane: flags, context) {
      runEffect(atEndOf: edge, flags, context)
      endLane(context)
      runWoken(context)
    } else if mayCompute(inLane: edge.subscriber, flags, context) {
      enterLane(edge, context)
    } else {
      markBelowLane(edge, flags, context)
    }
  }

  @inline(never)
  private static func markBelowLane(_ edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef) {
    let source = edge.input
    mark(below: source, context)
    if flags.isDisjoint(with: [.needed, .effect]), !context.pointee.queue.isEmpty {
      noteNeed(of: source, context)
    }
  }

  /// Whether an effect at the end of a lane may run without being queued.
  ///
  /// The effect may if it is fresh and alive, its owner's kind shows that the owner is the current
  /// one, and nothing else waits for the end of this turn. No node has the kind that the context
  /// has under an actor other than the main actor.
  static func mayRun(atEndOfLane flags: Node.Flags, _ context: ContextRef) -> Bool {
    flags.intersection(.passageCare.union(.ownerKind)) == context.pointee.ownerKind.union(.effect)
      && context.pointee.care.isDisjoint(with: [.transaction, .turnEnd, .leftovers])
      && context.pointee.queue.isEmpty
  }

  /// Whether a derived value may compute in a lane.
  ///
  /// A value with another owner ends the lane, because marking has to note the new owner in every
  /// node below.
  static func mayCompute(
    inLane node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    flags.intersection(.passageCare) == .needed
      && (flags.intersection(.ownerKind) == context.pointee.ownerKind
        || node.isOwned(by: context.pointee.ownerObject))
  }

  /// Runs a lane, marks below its last node, and runs the effects that the lane's effect has woken.
  @inline(never)
  private static func enterLane(_ edge: EdgeRef, _ context: ContextRef) {
    let last = runLane(from: edge, context)
    context.pointee.lane = nil
    let hasRunEffect = context.pointee.frame.root?.flags.contains(.effect) == true
    endLane(context)
    if hasRunEffect { runWoken(context) }
    if let last { mark(below: last, context) }
    // The misuse handler may read and write, so reports wait until everything is marked.
    if context.pointee.care.contains(.leftovers) { context.ask { $0.doLeftovers(context) } }
  }

  /// Closes the frame of the lane's last node.
  private static func endLane(_ context: ContextRef) {
    context.readFromOutside()
    context.closeFrame(isNested: false)
  }

  /// Delivers the reports of a turn's first effect, and runs the effects that the first has woken.
  @inline(__always)
  static func runWoken(_ context: ContextRef) {
    if context.pointee.care.contains(.leftovers) { context.ask { $0.doLeftovers(context) } }
    if !context.hasRound { return }
    endRound(context)
    if !context.pointee.queue.isEmpty { flush(context, isFirst: false) }
    if context.pointee.care.contains(.leftovers) { context.ask { $0.doLeftovers(context) } }
  }

  // MARK: - Running

  /// Computes the nodes of a lane on the way down, and runs the effect at its end.
  ///
  /// `mayCompute(inLane:)` holds for the first node.
  ///
  /// - Returns: The last node, below which the caller has to mark; nil if a node has not changed or
  ///   has left the lane, or if the effect has run. `Context.frame` has the last node.
  @inline(__always)
  static func runLane(from edge: EdgeRef, _ context: ContextRef) -> NodeRef? {
    var edge = edge
    // The flags of nearly every node: it is needed, and its owner's kind is the current one.
    let plain = context.pointee.ownerKind.union(.needed)
    while true {
      let node = edge.subscriber
      let flags = node.flags
      context.pointee.frame.root = node
      context.pointee.lane = node
      let isNew: Bool
      begin(node, flags, context)
      if flags.contains(.declared) {
        edge.version = edge.input.version
        isNew = node.compute(context)
      } else {
        isNew = runTracked(node, context)
      }
      endInLane(node, isNew: isNew)
      if !isNew || context.pointee.lane == nil { return nil }
      guard let next = node.firstSubscriber, next == node.lastSubscriber else {
        return node
      }
      edge = next
      let nextFlags = next.subscriber.flags
      if nextFlags.intersection(.passageCare.union(.ownerKind)) == plain { continue }
      if mayCompute(inLane: next.subscriber, nextFlags, context) { continue }
      guard mayRun(atEndOfLane: nextFlags, context) else { return node }
      runEffect(atEndOf: next, nextFlags, context)
      return nil
    }
  }

  /// Runs the effect at a lane's end.
  @inline(__always)
  static func runEffect(atEndOf edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef) {
    context.pointee.frame.root = edge.subscriber
    context.pointee.lane = nil
    if flags.contains(.declared) { edge.version = edge.input.version }
    runEffectAtOnce(edge.subscriber, flags, context)
  }
}
