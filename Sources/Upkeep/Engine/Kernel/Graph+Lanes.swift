// Where a changed value has one reader, that has one reader, and so on down to a fork or an effect, there is
// nothing to decide: what is needed further down needs each of them, one after the other. Such a lane is
// computed on the way down, before anything is marked, and a result that has not changed ends the turn there,
// whatever follows from it. It is as if the nodes of the lane were read, one after the other, before the effects are
// looked at.
extension Graph {
  /// Marks below a node that has one reader, `edge`'s, after a look at the lane, if it is needed.
  ///
  /// An effect at the lane's end alone is woken: it is run at once, and is the first round.
  ///
  /// - Complexity: O(nodes of the lane up to the first result that is the old one), plus their closures;
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

  /// Whether an effect at the end of a lane may run without being queued first: it is fresh and alive, the kind of
  /// its owner says that it is the current one's, and nothing else waits for this turn to end.
  static func mayRun(atEndOfLane flags: Node.Flags, _ context: ContextRef) -> Bool {
    flags.intersection(.passageCare.union(.ownerKind)) == context.pointee.ownerKind.union(.effect)
      && context.pointee.ownerKind != .ownerKind
      && context.pointee.care.isDisjoint(with: [.transaction, .turnEnd, .leftovers])
      && context.pointee.queue.isEmpty
  }

  /// Whether a derived value may compute in a lane.
  ///
  /// One of another owner ends it: all that is below has to learn of its new owner.
  static func mayCompute(
    inLane node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    flags.intersection(.passageCare) == .needed
      && (flags.intersection(.ownerKind) == context.pointee.ownerKind
        || node.isOwned(by: context.pointee.ownerObject))
  }

  /// Runs a lane, marks below its last node, and runs what the effect at its end has woken.
  @inline(never)
  private static func enterLane(_ edge: EdgeRef, _ context: ContextRef) {
    let last = runLane(from: edge, context)
    context.pointee.lane = nil
    let hasRunEffect = context.pointee.frame.root?.flags.contains(.effect) == true
    endLane(context)
    if hasRunEffect { runWoken(context) }
    if let last { mark(below: last, context) }
    // A handler may read and write.
    if context.pointee.care.contains(.leftovers) { context.ask { $0.doLeftovers(context) } }
  }

  /// Leaves the node that the lane came to last.
  private static func endLane(_ context: ContextRef) {
    context.readFromOutside()
    context.closeFrame(isNested: false)
  }

  /// Tells what the first effect of a turn has reported, and runs what it has woken.
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
  /// The first node may compute in a lane.
  ///
  /// - Returns: the last node, below which is to be marked; nil if one has not changed, or has left the lane, or if the
  ///   effect has run. `Context.frame` tells which was the last.
  @inline(__always)
  static func runLane(from edge: EdgeRef, _ context: ContextRef) -> NodeRef? {
    var edge = edge
    // Those of nearly every node: it is needed, and the kind of its owner says that it is the current one's.
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
