import UpkeepThread

// The drop of a property cannot know whether it is foreign - the owner works on the graph meanwhile - or follows a
// hand-over, and so is the new owner's. Where the noted owner does not verifiably run, the node is abandoned: it gives
// up its closure, and with it what it keeps alive, and touches no list of a neighbour's.
//
//     input.firstSubscriber ─> edge <─> edge of the abandoned node <─> edge
//                              its input says `.hasAbandonedReaders`, and `AbandonedNodes` knows the edge
//
// The edges hang there until somebody who may touch the input does: writes it, reads it anew, or frees it.
// Each takes out the edges of its own list; with the last one the node is freed.
//
// The members of a cycle would wait for one another. They are abandoned where their owner runs (`LooseReaders`); the edges
// that do not retain hang nowhere, and go with the node from which, or to which, they lead.
extension Graph {
  /// Goes on with a node among those that are abandoned: begins, or counts an edge as gone.
  @inline(never)
  static func partWithAbandoned(_ node: NodeRef, _ context: ContextRef) {
    if node.signs.contains(.isAbandoned), AbandonedNodes.shared.contains(node) {
      unhang(node, context)
    } else {
      abandon(node, context)
    }
  }

  /// Parts with a node whose property was dropped where its owner does not verifiably run, or with an effect of an
  /// updater that was.
  static func abandon(
    _ node: NodeRef, effect: GraphElement? = nil, _ context: ContextRef
  ) {
    let collects = node.signs.contains(.collects)
    var edges: [EdgeRef] = []
    // SAFETY: each is retained by its edge, and alive therefore; it is released below, by nobody else.
    var held: [Unmanaged<GraphElement>] = []
    // A node that has waited may lead round a cycle to itself, by an edge that does not retain.
    let hasLooseEdges = node.signs.contains(.hasLooseEdges)
    // The list of a collecting node is changed by marking; its edges follow from `Children.deinit`.
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
    // It may hold an updater, whose effects are abandoned, and so on. That of a collecting node owns edges of the
    // node's, so it goes before the node; what it holds are properties, which see for themselves how deep they are.
    if !collects, isDeep(context) { leaveToList(recompute.body, context) }
    for object in held { object.release() }
    _ = consume recompute
    // What is open may stand on the node, or name it.
    if context.pointee.nesting == 0 { unhang(node, context) } else { context.partLater(with: node) }
  }

  /// Takes the edges of abandoned nodes out of the subscribers of a node that the caller may touch, or frees.
  @inline(never)
  static func sweep(_ input: NodeRef, _ context: ContextRef) {
    for edge in AbandonedNodes.shared.take(readersOf: input) {
      if input.recentEdge == edge { input.recentEdge = nil }
      let node = edge.subscriber
      if edge.isAttached { edge.detach() }
      // A reader that does not keep the node may be there still, and somebody come from it, on the way up.
      if node.signs.contains(.hasLooseEdges) { unlist(edge) }
      if !edge.isParent { context.free(edge) }
      // Only at the end of the turn, which may stand on the node.
      context.partLater(with: node)
    }
  }

  /// Called when an edge of an abandoned node is gone: the last one frees it.
  private static func unhang(_ node: NodeRef, _ context: ContextRef) {
    guard let last = AbandonedNodes.shared.countDown(node) else { return }
    upkeep_count_hanging(-1)
    if node.signs.contains(.hasLooseEdges) { forgetInputs(of: node, context) }
    // Nobody else has it any more.
    node.flags.subtract(.detachingCare)
    // A clean-up of the same updater, or of one that went with it, may have woken it in the turn that is open.
    if node.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    node.object = nil
    if node.signs.contains(.hasAbandonedReaders) { sweep(node, context) }
    while let edge = node.firstSubscriber { dropLooseEdge(edge, context) }
    node.releaseOwner()
    context.free(node)
    if let parent = last.parent { context.free(parent) }
    last.effect?.nodeIsGone()
  }

  /// Parts with what was dropped elsewhere, at the beginning of a turn: also what goes with it may be in use elsewhere.
  ///
  /// Where clean-ups have changed or woken something, which may be among what goes, it waits for the next turn.
  static func settleForeign(_ owner: Owner?, _ context: ContextRef) {
    if context.hasRound, let owner {
      return owner.leave(ForeignDrops(takenFrom: context))
    }
    context.asForeign { drain(context) }
  }
}

/// Nodes and objects that were dropped elsewhere, and have begun to go where their owner runs.
private final class ForeignDrops: Letter {
  private var dying = Buffer<NodeRef>()
  private var abandoned = Buffer<NodeRef>()
  private var releases = Buffer<Unmanaged<AnyObject>>()

  /// Takes all that waits in a context.
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

/// Parts with what is dropped off its owner.
class OwnershipGuest: ReportingGuest {
  // SAFETY: changed by its own operations alone, which run nothing of the program's.
  /// Nodes to be abandoned, and abandoned ones once for each edge that is gone.
  @exclusivity(unchecked) final var abandoned = Buffer<NodeRef>()
  // SAFETY: read and written whole.
  /// The owner found last on this thread, for the next look-up.
  @exclusivity(unchecked) final var recentOwner: Owner?
}

extension ContextRef {
  /// The nodes dropped off their owner that wait.
  var drops: OwnershipGuest { guest(OwnershipGuest.self) }

  /// Has a node parted with at the end of what is open.
  func partLater(with node: NodeRef) {
    drops.abandoned.append(node)
    pointee.care.insert(.releases)
  }
}
