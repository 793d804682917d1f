import UpkeepThread

// When a property is released off its noted owner, the engine cannot tell whether that owner is at
// work on the graph or the graph was handed over to a new owner. The node is therefore abandoned:
// it releases its closure, and everything that the closure keeps alive, and changes no neighbour's
// list.
//
//     input.firstSubscriber ─> edge <─> edge of the abandoned node <─> edge
//                              the input has `.hasAbandonedReaders`; `AbandonedNodes` has the edge
//
// The edges stay there until code that may touch the input writes it, adds an edge to it, refreshes
// it, or frees it. That code removes the edges from the input's list. With the last edge the node
// is freed.
//
// The members of a cycle would wait for one another, so they are abandoned where their owner runs
// (`LooseReaders`). `AbandonedNodes` does not contain loose edges (`EdgeRef.isLoose`); a loose edge
// is freed with either of its nodes.
extension Graph {
  /// Continues with a waiting node: abandons it, or counts one of its edges as removed.
  @inline(never)
  static func partWithAbandoned(_ node: NodeRef, _ context: ContextRef) {
    if node.signs.contains(.isAbandoned), AbandonedNodes.shared.contains(node) {
      unhang(node, context)
    } else {
      abandon(node, context)
    }
  }

  /// Abandons a node whose property, or whose effect's updater, was released off its owner.
  static func abandon(
    _ node: NodeRef, effect: GraphElement? = nil, _ context: ContextRef
  ) {
    let collects = node.signs.contains(.collects)
    var edges: [EdgeRef] = []
    // SAFETY: the edge retains the object, so the object is alive; that reference is released
    // below, and nowhere else.
    var held: [Unmanaged<GraphElement>] = []
    // A node that waited for its owner may have edges of a cycle, which do not retain.
    let hasLooseEdges = node.signs.contains(.hasLooseEdges)
    // Marking changes the list of a collecting node; `Children.deinit` adds its edges.
    var edge = collects ? nil : node.firstInput
    while let current = edge {
      edge = current.nextInput
      if hasLooseEdges, current.isLoose { continue }
      edges.append(current)
      if current.retainsElsewhere, let object = current.input.object {
        held.append(object)
      }
    }
    let recompute = node.takeRecompute()
    upkeep_count_hanging(1)
    AbandonedNodes.shared.add(node, with: edges, effect)
    // The closure may hold an updater, whose effects are abandoned in turn, and so on. The closure
    // of a collecting node owns edges of the node, so the closure is released before the node; it
    // holds properties, which check the stack's depth themselves.
    if !collects, isDeep(context) { leaveToList(recompute.body, context) }
    for object in held { object.release() }
    _ = consume recompute
    // An open turn or refresh may still use the node.
    if context.pointee.nesting == 0 { unhang(node, context) } else { context.partLater(with: node) }
  }

  /// Counts one edge of an abandoned node as removed; frees the node after the last edge.
  private static func unhang(_ node: NodeRef, _ context: ContextRef) {
    guard let last = AbandonedNodes.shared.countDown(node) else { return }
    upkeep_count_hanging(-1)
    if node.signs.contains(.hasLooseEdges) { forgetInputs(of: node, context) }
    // No other code uses the node from here on.
    node.flags.subtract(.detachingCare)
    // A clean-up of the same updater, or of an updater released with it, may have woken the node in
    // the open turn.
    if node.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    node.object = nil
    if node.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(node, context) } }
    while let edge = node.firstSubscriber { dropLooseEdge(edge, context) }
    node.releaseOwner()
    context.free(node)
    if let parent = last.parent { context.free(parent) }
    last.effect?.nodeIsGone()
  }

  /// Frees, at the beginning of a turn, everything that was released elsewhere; treats its
  /// contents, too, as possibly in use elsewhere.
  ///
  /// If clean-ups have changed or woken a node, it may be one of the nodes to free. Then the
  /// freeing waits for the next turn.
  static func settleForeign(_ owner: Owner?, _ context: ContextRef) {
    if context.hasRound, let owner {
      return owner.leave(ForeignDrops(takenFrom: context))
    }
    context.asForeign { drain(context) }
  }
}

/// Nodes and objects that were released elsewhere and wait to be freed by their owner.
private final class ForeignDrops: Letter {
  private var dying = Buffer<NodeRef>()
  private var abandoned = Buffer<NodeRef>()
  private var releases = Buffer<Unmanaged<AnyObject>>()

  /// Takes all waiting nodes and objects from a context.
  init(takenFrom context: ContextRef) {
    swap(&dying, &context.pointee.dying)
    swap(&abandoned, &context.drops.abandoned)
    swap(&releases, &context.pointee.releases)
    super.init()
  }

  override func open(_ context: ContextRef) {
    while let node = dying.popLast() { context.pointee.dying.append(node) }
    while let node = abandoned.popLast() { context.partLater(with: node) }
    while let object = releases.popLast() { context.pointee.releases.append(object) }
  }
}

/// The state of releases off their owner in a thread.
class OwnershipGuest: ReportingGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// Nodes to be abandoned, and abandoned nodes, each once for each removed edge.
  @exclusivity(unchecked) final var abandoned = Buffer<NodeRef>()
  // SAFETY: read and written whole.
  /// The owner that was last found on this thread: a cache for the next look-up.
  @exclusivity(unchecked) final var recentOwner: Owner?

  override final func claim(_ node: NodeRef, _ context: ContextRef) { node.noteOwner(context) }

  /// Keeps the property of a node until the outermost turn or refresh has ended, because a closure
  /// that the node is about to run may release the property.
  ///
  /// - Returns: Whether the property still exists.
  override final func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool {
    guard let object = LooseReaders.object(of: node) else { return false }
    // SAFETY: `drain` releases it.
    context.appendRelease(of: Unmanaged.passRetained(object))
    return true
  }

  override final func isHere(_ owner: UnsafeRawPointer, _ context: ContextRef) -> Bool {
    Owner.current(context).map { UnsafeRawPointer($0.toOpaque()) } == owner
  }

  /// Removes the edges of abandoned nodes from the subscribers of `input`, which the caller may
  /// touch.
  override final func sweep(_ input: NodeRef, _ context: ContextRef) {
    for edge in AbandonedNodes.shared.take(readersOf: input) {
      if input.recentEdge == edge { input.recentEdge = nil }
      let node = edge.subscriber
      if edge.isAttached { edge.detach() }
      // A reader that does not retain `input` may still exist, and the open refresh may have come
      // from that reader.
      if node.signs.contains(.hasLooseEdges) { Graph.unlist(edge) }
      if !edge.isParent { context.free(edge) }
      // The open turn may still use the node, so the node is freed at the turn's end.
      context.partLater(with: node)
    }
  }

  override final func releaseOwner(of node: NodeRef) { node.releaseOwner() }
}

extension ContextRef {
  /// The guest that handles releases off the owner.
  var drops: OwnershipGuest { guest(OwnershipGuest.self) }

  /// Abandons a node, or counts down its edges, when everything open has ended.
  func partLater(with node: NodeRef) {
    drops.abandoned.append(node)
    pointee.care.insert(.releases)
  }
}
