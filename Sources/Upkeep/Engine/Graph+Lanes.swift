// Where a changed value has one reader, that has one reader, and so on down to a fork or an effect, there is
// nothing to decide: what is needed further down needs each of them, one after the other. Such a lane is
// computed on the way down, before anything is marked, and a result that has not changed ends the turn there,
// whatever follows from it.
extension Graph {
  /// Does what `mark` does where the changed node has one reader, `edge`'s: with a look at the lane first, if
  /// that is needed. An effect at its end is the only one that is woken: it is run at once, and is the first round.
  ///
  /// It is as if the nodes of the lane were read, one after the other, before the effects are looked at.
  ///
  /// - Complexity: O(nodes of the lane up to the first result that is the old one), plus their closures;
  ///   beyond the lane as `mark`.
  static func goDown(_ edge: EdgeRef, _ context: ContextRef) {
    let source = edge.input
    let flags = edge.subscriber.flags
    if mayRunInLane(edge.subscriber, flags, context)
      || mayRunAtOnce(edge.subscriber, flags, context)
    {
      context.changes &+= 1
      if let last = runLane(edge, context) { mark(below: last, context) }
      // A handler may read and write.
      finishReports(context)
    } else {
      mark(below: source, context)
      if flags.isDisjoint(with: [.needed, .effect]), !context.queue.isEmpty {
        noteNeed(of: source, context)
      }
    }
  }

  /// Whether nothing on the way down from an edge has been abandoned, as far as the way does not fork. Such a node may be
  /// marked as needed still.
  ///
  /// - Complexity: O(nodes of the lane). Nothing asks while nothing is abandoned in the whole program.
  @inline(never)
  static func leadsOnlyToKept(_ edge: EdgeRef) -> Bool {
    var edge = edge
    while !edge.subscriber.signs.contains(.isAbandoned) {
      let node = edge.subscriber
      guard node.flags.contains(.needed), let next = node.firstSubscriber,
        next == node.lastSubscriber
      else { return true }
      edge = next
    }
    return false
  }

  /// Whether an effect at the end of a lane may run without being queued first: it is fresh and alive, the kind of
  /// its owner says that it is the current one's, and nothing else waits for this turn to end.
  @inline(__always)
  private static func mayRunAtOnce(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    flags.intersection(.needsDirectCare.union(.ownerKind))
      == context.ownerKind.union(.effect) && context.ownerKind != .ownedByAnother
      && context.journal == nil && !context.mustTidyUp
      && context.reports.isEmpty && context.queue.isEmpty
  }

  /// A node of another owner ends a lane: all that is below has to learn of its new one.
  @inline(__always)
  private static func mayRunInLane(
    _ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Bool {
    flags.intersection(.needsLaneCare) == .needed
      && (flags.intersection(.ownerKind) == context.ownerKind
        || node.isOwned(by: context.owner))
  }

  /// Computes the nodes of a lane and returns the last one, below which is to be marked; nil if one has not
  /// changed, or has left the lane, or if the effect at its end has run, and what that has woken.
  private static func runLane(_ edge: EdgeRef, _ context: ContextRef) -> NodeRef? {
    context.frame.root = edge.subscriber
    let last = runNodes(from: edge, context)
    context.lane = nil
    context.computing = nil
    context.tracker = nil
    let end = context.frame.root
    context.frame.root = nil
    if !context.rings.isEmpty { forgetRings(context) }
    if end?.flags.contains(.effect) == true {
      finishReports(context)
      if !context.edited.isEmpty { restoreUnchanged(context) }
      if !context.queue.isEmpty { flush(context, isFirst: false) }
    }
    return last
  }

  @inline(__always)
  private static func runNodes(
    from edge: EdgeRef, _ context: ContextRef
  ) -> NodeRef? {
    var edge = edge
    while true {
      let node = edge.subscriber
      let flags = node.flags
      guard mayRunInLane(node, flags, context) else {
        guard mayRunAtOnce(node, flags, context) else { return edge.input }
        context.frame.root = node
        context.lane = nil
        if flags.contains(.declared) {
          edge.version = edge.input.version
        }
        runEffect(node, context)
        return nil
      }
      context.frame.root = node
      context.lane = node
      let isNew: Bool
      begin(node, flags, context)
      if flags.contains(.declared) {
        edge.version = edge.input.version
        isNew = node.compute(context)
      } else {
        isNew = runTracked(node, context)
      }
      end(node, isNew: isNew, context)
      if !isNew || context.lane == nil { return nil }
      guard let next = node.firstSubscriber, next == node.lastSubscriber else {
        return node
      }
      edge = next
    }
  }

  /// Called when a node of a lane reads what it has not read in the same place before: that may follow from
  /// the node itself. What does is marked now, and the turn goes on without the lane.
  @inline(never)
  static func leaveLane(_ context: ContextRef) {
    guard let node = context.lane else { return }
    context.lane = nil
    if planted(.leftLaneIsNotMarked) { return }
    mark(below: node, context)
  }

  /// Leaves the lane, and brings up to date what is being read if it has turned out to be stale.
  @inline(never)
  static func leaveLane(toRead node: NodeRef, _ context: ContextRef) {
    leaveLane(context)
    if !node.flags.isDisjoint(with: .needsAttention) { refreshForRead(node, context) }
  }

  // MARK: - What is needed

  /// Called when a change of a node with one reader has been marked and has woken an effect: everything on the
  /// way from there to the node is needed.
  ///
  /// - Complexity: O(nodes and edges on one way up); in a ring, at most some three times round it. The next
  ///   change finds the nodes needed, unless what needs them has gone or a ring was in the way.
  private static func noteNeed(of source: NodeRef, _ context: ContextRef) {
    var node = context.queue[0]
    // A ring is found by meeting a node of it again, noted at every power of two of the steps.
    var landmark = node
    var steps = 0
    while let input = wayUp(from: node, to: source)?.input, input != source,
      input != landmark
    {
      input.flags.insert(.needed)
      node = input
      steps += 1
      if steps & (steps - 1) == 0 { landmark = node }
    }
  }

  /// The first edge by which a change of `source` has come to a node.
  private static func wayUp(from node: NodeRef, to source: NodeRef) -> EdgeRef? {
    if node.flags.contains(.collects) { return nil }
    var edge = node.firstInput
    while let current = edge {
      let input = current.input
      if current.isAttached, input == source || input.flags.contains(.stale) {
        return current
      }
      edge = current.nextInput
    }
    return nil
  }

  /// Called when a reader of a needed node has gone: unless it cannot have been the one that needs it, the
  /// node, and what it needs, is not known to be needed any more.
  static func forgetNeed(of node: NodeRef, by reader: NodeRef) {
    if reader.flags.isDisjoint(with: [.effect, .needed]) || planted(.needIsRemembered) {
      return
    }
    let context = Context.current
    node.flags.remove(.needed)
    context.unneeded.append(node)
    while let current = context.unneeded.popLast() {
      var edge = current.firstInput
      while let up = edge {
        edge = up.nextInput
        let input = up.input
        if input.flags.contains(.needed) {
          input.flags.remove(.needed)
          context.unneeded.append(input)
        }
      }
    }
  }

  /// Called when an effect is paused, or has ended.
  static func forgetNeed(by effect: NodeRef) {
    var edge = effect.firstInput
    while let up = edge {
      edge = up.nextInput
      if up.input.flags.contains(.needed) {
        forgetNeed(of: up.input, by: effect)
      }
    }
  }
}
