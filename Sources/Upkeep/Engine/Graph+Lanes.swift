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
  static func goDown(_ edge: EdgePointer, _ context: ContextPointer) {
    let source = edge.pointee.input
    let flags = edge.pointee.subscriber.pointee.flags
    if mayRunInLane(edge.pointee.subscriber, flags, context)
      || mayRunAtOnce(edge.pointee.subscriber, flags, context)
    {
      context.pointee.changes &+= 1
      if let last = runLane(edge, context) { mark(below: last, context) }
      // A handler may read and write.
      finishReports(context)
    } else {
      mark(below: source, context)
      if flags.isDisjoint(with: [.needed, .effect]), !context.pointee.queue.isEmpty {
        noteNeed(of: source, context)
      }
    }
  }

  /// Whether nothing on the way down from an edge has been abandoned, as far as the way does not fork. Such a node may be
  /// marked as needed still.
  ///
  /// - Complexity: O(nodes of the lane). Nothing asks while nothing is abandoned in the whole program.
  @inline(never)
  static func leadsOnlyToKept(_ edge: EdgePointer) -> Bool {
    var edge = edge
    while !edge.pointee.subscriber.signs.contains(.isAbandoned) {
      let node = edge.pointee.subscriber
      guard node.pointee.flags.contains(.needed), let next = node.pointee.firstSubscriber,
        next == node.pointee.lastSubscriber
      else { return true }
      edge = next
    }
    return false
  }

  /// Whether an effect at the end of a lane may run without being queued first: it is fresh and alive, the kind of
  /// its owner says that it is the current one's, and nothing else waits for this turn to end.
  @inline(__always)
  private static func mayRunAtOnce(
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) -> Bool {
    flags.intersection(.needsDirectCare.union(.ownerKind))
      == context.pointee.ownerKind.union(.effect) && context.pointee.ownerKind != .ownedByAnother
      && context.pointee.journal == nil && !context.pointee.mustTidyUp
      && context.pointee.reports.isEmpty && context.pointee.queue.isEmpty
  }

  /// A node of another owner ends a lane: all that is below has to learn of its new one.
  @inline(__always)
  private static func mayRunInLane(
    _ node: NodePointer, _ flags: Node.Flags, _ context: ContextPointer
  ) -> Bool {
    flags.intersection(.needsLaneCare) == .needed
      && (flags.intersection(.ownerKind) == context.pointee.ownerKind
        || node.isOwned(by: context.pointee.owner))
  }

  /// Computes the nodes of a lane and returns the last one, below which is to be marked; nil if one has not
  /// changed, or has left the lane, or if the effect at its end has run, and what that has woken.
  private static func runLane(_ edge: EdgePointer, _ context: ContextPointer) -> NodePointer? {
    var frame = Frame(root: edge.pointee.subscriber, computing: nil, outer: nil)
    let last = withUnsafeMutablePointer(to: &frame) { frame in
      context.pointee.frames = frame
      return runNodes(from: edge, within: frame, context)
    }
    context.pointee.lane = nil
    context.pointee.computing = nil
    context.pointee.tracker = nil
    context.pointee.frames = nil
    if !context.pointee.rings.isEmpty { forgetRings(context) }
    if frame.root.pointee.flags.contains(.effect) {
      finishReports(context)
      if !context.pointee.edited.isEmpty { restoreUnchanged(context) }
      if !context.pointee.queue.isEmpty { flush(context, isFirst: false) }
    }
    return last
  }

  @inline(__always)
  private static func runNodes(
    from edge: EdgePointer, within frame: UnsafeMutablePointer<Frame>, _ context: ContextPointer
  ) -> NodePointer? {
    var edge = edge
    while true {
      let node = edge.pointee.subscriber
      let flags = node.pointee.flags
      guard mayRunInLane(node, flags, context) else {
        guard mayRunAtOnce(node, flags, context) else { return edge.pointee.input }
        frame.pointee.root = node
        context.pointee.lane = nil
        if flags.contains(.declared) {
          edge.pointee.version = edge.pointee.input.pointee.version
        }
        runEffect(node, context)
        return nil
      }
      frame.pointee.root = node
      context.pointee.lane = node
      let isNew: Bool
      begin(node, flags, context)
      if flags.contains(.declared) {
        edge.pointee.version = edge.pointee.input.pointee.version
        isNew = node.pointee.recompute(node, context)
      } else {
        isNew = runTracked(node, context)
      }
      end(node, isNew: isNew, context)
      if !isNew || context.pointee.lane == nil { return nil }
      guard let next = node.pointee.firstSubscriber, next == node.pointee.lastSubscriber else {
        return node
      }
      edge = next
    }
  }

  /// Called when a node of a lane reads what it has not read in the same place before: that may follow from
  /// the node itself. What does is marked now, and the turn goes on without the lane.
  @inline(never)
  static func leaveLane(_ context: ContextPointer) {
    guard let node = context.pointee.lane else { return }
    context.pointee.lane = nil
    if planted(.leftLaneIsNotMarked) { return }
    mark(below: node, context)
  }

  /// Leaves the lane, and brings up to date what is being read if it has turned out to be stale.
  @inline(never)
  static func leaveLane(toRead node: NodePointer, _ context: ContextPointer) {
    leaveLane(context)
    if !node.pointee.flags.isDisjoint(with: .needsAttention) { refreshForRead(node, context) }
  }

  // MARK: - What is needed

  /// Called when a change of a node with one reader has been marked and has woken an effect: everything on the
  /// way from there to the node is needed.
  ///
  /// - Complexity: O(nodes and edges on one way up); in a ring, at most some three times round it. The next
  ///   change finds the nodes needed, unless what needs them has gone or a ring was in the way.
  private static func noteNeed(of source: NodePointer, _ context: ContextPointer) {
    var node = context.pointee.queue[0]
    // A ring is found by meeting a node of it again, noted at every power of two of the steps.
    var landmark = node
    var steps = 0
    while let input = wayUp(from: node, to: source)?.pointee.input, input != source,
      input != landmark
    {
      input.pointee.flags.insert(.needed)
      node = input
      steps += 1
      if steps & (steps - 1) == 0 { landmark = node }
    }
  }

  /// The first edge by which a change of `source` has come to a node.
  private static func wayUp(from node: NodePointer, to source: NodePointer) -> EdgePointer? {
    if node.pointee.flags.contains(.collects) { return nil }
    var edge = node.pointee.firstInput
    while let current = edge {
      let input = current.pointee.input
      if current.pointee.isAttached, input == source || input.pointee.flags.contains(.stale) {
        return current
      }
      edge = current.pointee.nextInput
    }
    return nil
  }

  /// Called when a reader of a needed node has gone: unless it cannot have been the one that needs it, the
  /// node, and what it needs, is not known to be needed any more.
  static func forgetNeed(of node: NodePointer, by reader: NodePointer) {
    if reader.pointee.flags.isDisjoint(with: [.effect, .needed]) || planted(.needIsRemembered) {
      return
    }
    let context = Context.current
    node.pointee.flags.remove(.needed)
    context.pointee.unneeded.append(node)
    while let current = context.pointee.unneeded.popLast() {
      var edge = current.pointee.firstInput
      while let up = edge {
        edge = up.pointee.nextInput
        let input = up.pointee.input
        if input.pointee.flags.contains(.needed) {
          input.pointee.flags.remove(.needed)
          context.pointee.unneeded.append(input)
        }
      }
    }
  }

  /// Called when an effect is paused, or has ended.
  static func forgetNeed(by effect: NodePointer) {
    var edge = effect.pointee.firstInput
    while let up = edge {
      edge = up.pointee.nextInput
      if up.pointee.input.pointee.flags.contains(.needed) {
        forgetNeed(of: up.pointee.input, by: effect)
      }
    }
  }
}
