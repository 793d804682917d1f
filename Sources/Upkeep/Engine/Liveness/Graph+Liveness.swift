import UpkeepThread

extension Graph {
  /// Returns the distinct subscribers of a node that are effects, or that effects need.
  ///
  /// Searches down to the effects, then back up from them.
  ///
  /// - Complexity: O(nodes and edges below), with allocation.
  static func liveSubscribers(of node: NodeRef) -> Set<NodeRef> {
    looking { findLiveSubscribers(of: node) }
  }

  private static func findLiveSubscribers(of node: NodeRef) -> Set<NodeRef> {
    var below: Set<NodeRef> = [node]
    var readers: [NodeRef: [NodeRef]] = [:]
    var pending = [node]
    var live: Set<NodeRef> = []
    while let current = pending.popLast() {
      for reader in subscribers(of: current).map(\.subscriber) {
        readers[reader, default: []].append(current)
        if below.insert(reader).inserted { pending.append(reader) }
      }
      if current.flags.contains(.effect), !current.flags.contains(.dead),
        !current.isAbandonedEffect
      {
        live.insert(current)
      }
    }
    pending = Array(live)
    while let current = pending.popLast() {
      for input in readers[current] ?? [] where live.insert(input).inserted {
        pending.append(input)
      }
    }
    return Set(subscribers(of: node).map(\.subscriber).filter(live.contains))
  }

  // MARK: - Exact need

  // Need is exact at a watched node and at all nodes below it. Such a node has `.needed` if and
  // only if an effect that is neither dead nor paused reads it, however indirectly. The readers
  // that need the node are at the end of its subscribers:
  //
  //     node.firstSubscriber ─> idle ─> idle ─> needing ─> needing     lastSubscriber shows need
  //
  // When an effect begins or ends, the engine therefore walks up only as far as need changes.

  /// Makes need exact at a node and at all nodes below it.
  ///
  /// - Complexity: O(nodes and edges below that are not watched), with allocation.
  static func watch(_ node: NodeRef) {
    if node.flags.contains(.watched) { return }
    looking { watchAll(below: node) }
  }

  private static func watchAll(below node: NodeRef) {
    var found: [NodeRef] = [node]
    node.flags.insert(.watched)
    var place = 0
    while place < found.count {
      for reader in subscribers(of: found[place]).map(\.subscriber)
      where !reader.flags.contains(.watched) {
        reader.flags.insert(.watched)
        found.append(reader)
      }
      place += 1
    }
    for node in found { node.flags.remove(.needed) }
    let context = Context.current
    for node in found {
      for edge in subscribers(of: node) where edge.subscriber.needsInputs {
        gainNeed(by: edge, context)
      }
    }
  }

  /// Makes a watched node needed; called when the reader of an attached edge begins to need it.
  fileprivate static func gainNeed(by edge: EdgeRef, _ context: ContextRef) {
    edge.moveToBack()
    if edge.input.flags.contains(.needed) { return }
    edge.input.flags.insert(.needed)
    var pending = [edge.input]
    while let node = pending.popLast() {
      tellAtEndOfTurn(node, context)
      forEachInput(of: node) { up in
        let input = up.input
        guard up.isAttached, input.flags.contains(.watched) else { return }
        up.moveToBack()
        if input.flags.contains(.needed) { return }
        input.flags.insert(.needed)
        pending.append(input)
      }
    }
  }

  /// Removes need from watched nodes that have lost a needing reader, and from nodes above, where
  /// no other reader needs them.
  static func loseNeed(of pending: inout [NodeRef], _ context: ContextRef) {
    while let node = pending.popLast() {
      if !node.flags.contains(.needed) || isStillNeeded(node) { continue }
      node.flags.remove(.needed)
      tellAtEndOfTurn(node, context)
      ceaseToNeed(by: node, &pending, context)
    }
  }

  /// Moves the edges of a reader to the front, among the idle edges, and adds its watched inputs to
  /// `pending`.
  ///
  /// All edges move before any input is checked, because the reader may have read one input in
  /// several places.
  static func ceaseToNeed(
    by reader: NodeRef, _ pending: inout [NodeRef], _ context: ContextRef
  ) {
    forEachInput(of: reader) { edge in
      if !edge.input.flags.contains(.watched) {
        forgetNeed(of: edge.input, context)
      } else if edge.isAttached {
        edge.moveToFront()
        pending.append(edge.input)
      }
    }
  }

  private static func isStillNeeded(_ node: NodeRef) -> Bool {
    guard let last = node.lastSubscriber, last.subscriber.needsInputs else { return false }
    return !node.flags.contains(.inCycle) || last.subscriber.flags.contains(.effect)
      || isNeededFromOutside(node)
  }

  /// Whether a reader outside a cycle needs a member; inside the cycle every member seems needed by
  /// the next.
  private static func isNeededFromOutside(_ member: NodeRef) -> Bool {
    var seen: Set<NodeRef> = [member]
    var pending = [member]
    while let node = pending.popLast() {
      var edge = node.lastSubscriber
      while let step = edge, step.subscriber.needsInputs {
        edge = step.previousSubscriber
        let reader = step.subscriber
        if reader.flags.contains(.effect) || !reader.flags.contains(.inCycle) { return true }
        if seen.insert(reader).inserted { pending.append(reader) }
      }
    }
    return false
  }

  fileprivate static func forEachInput(of node: NodeRef, _ body: (EdgeRef) -> Void) {
    for edge in node.inputs { body(edge) }
    for edge in node.inputHolder?.parked ?? [] { body(edge) }
  }

  /// Searches for an effect, neither dead nor paused, that reads a node, however indirectly.
  ///
  /// - Complexity: O(nodes and edges below), with allocation.
  static func isFoundNeeded(_ node: NodeRef) -> Bool {
    looking { findNeed(of: node) }
  }

  private static func findNeed(of node: NodeRef) -> Bool {
    var seen: Set<NodeRef> = [node]
    var pending = [node]
    while let node = pending.popLast() {
      for reader in subscribers(of: node).map(\.subscriber) where seen.insert(reader).inserted {
        if !reader.flags.contains(.effect) {
          pending.append(reader)
        } else if reader.needsInputs {
          return true
        }
      }
    }
    return false
  }

  // MARK: - Liveness handlers

  private static func watch(of node: NodeRef) -> LivenessWatch? {
    node.flags.contains(.watched) ? node.guest?.livenessWatch : nil
  }

  /// Queues a watched node for `tellLiveness`, at the end of the turn.
  static func tellAtEndOfTurn(_ node: NodeRef, _ context: ContextRef) {
    if node.flags.intersection([.watched, .dead]) != .watched { return }
    // A reader that needs the node might not retain its property.
    guard let element = LooseReaders.object(of: node), let watch = element.livenessWatch,
      !watch.isPending
    else { return }
    watch.isPending = true
    // SAFETY: `tellUntold` releases this reference.
    _ = Unmanaged.passRetained(element)
    context.liveness.untold.append(node)
    context.pointee.care.insert(.releases)
  }

  /// Calls the handlers of properties whose liveness has changed, at the end of the outermost turn.
  @inline(never)
  static func tellLiveness(_ context: ContextRef) {
    // Handlers for a change that a handler makes are called after that handler has returned, so
    // that long chains take no stack.
    if context.liveness.isTelling { return }
    context.liveness.isTelling = true
    defer { context.liveness.isTelling = false }
    let ticket = upkeep_take_ticket()
    var held: [NodeRef] = []
    tellUntold(ticket, &held, context)
    // The handlers are held like effects, see `mayRunAgain`.
    var index = 0
    while index < held.count {
      let node = held[index]
      index += 1
      let watch = watch(of: node)
      context.liveness.untold.append(node)
      tellUntold(ticket, onTrial: node, &held, context)
      if let watch, watch.calls(in: ticket) < maximumRuns { watch.forgetCalls() }
    }
  }

  /// Calls the handlers that are due or become due meanwhile; holds a handler that was called
  /// suspiciously often.
  private static func tellUntold(
    _ ticket: UInt64, onTrial trial: NodeRef? = nil, _ held: inout [NodeRef],
    _ context: ContextRef
  ) {
    // The node nearest to the effect that began or ended is first.
    var place = 0
    while place < context.liveness.untold.count {
      let node = context.liveness.untold[place]
      place += 1
      let object = node.object
      if let watch = watch(of: node) {
        let hasStopped = watch.calls(in: ticket) >= maximumRuns
        if node != trial, !hasStopped, watch.calls(in: ticket) + 1 >= suspiciousRuns {
          held.append(node)
          continue
        }
        watch.isPending = false
        let calls = watch.countCall(in: ticket)
        if calls == maximumRuns {
          let name = describe(node)
          let isEffect = watch.endOfTurn != nil
          Misuse.report(
            .runawayFlush(
              effects: [isEffect ? "an effect of \(name)" : "the liveness handler of \(name)"],
              properties: [name], runs: maximumRuns))
        } else if calls < maximumRuns {
          watch.turnEnded(node.flags.contains(.needed))
        }
      }
      object?.release()
    }
    context.liveness.untold.removeAll()
  }
}

/// The state of liveness handlers in a thread.
class LivenessGuest: LoopGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// Watched nodes whose liveness may have changed, each with a reference to its property.
  @exclusivity(unchecked) final var untold = Buffer<NodeRef>()
  // SAFETY: read and written whole.
  /// Whether handlers are being called.
  @exclusivity(unchecked) final var isTelling = false

  /// Updates need after an edge from a watched node was attached.
  override final func didAttach(_ edge: EdgeRef) {
    assert(
      Context.current.pointee.nesting > 0, "what follows from need may drop the edge: open a look")
    let reader = edge.subscriber
    Graph.watch(reader)
    if reader.needsInputs {
      Graph.gainNeed(by: edge, Context.current)
    } else {
      edge.moveToFront()
    }
  }

  /// Updates need after an effect was unpaused.
  override final func gainNeed(by effect: NodeRef, _ context: ContextRef) {
    Graph.forEachInput(of: effect) { edge in
      if edge.isAttached, edge.input.flags.contains(.watched) { Graph.gainNeed(by: edge, context) }
    }
  }

  /// Updates need after a watched effect was paused or has ended.
  override final func loseNeed(by effect: NodeRef, _ context: ContextRef) {
    var pending: [NodeRef] = []
    Graph.ceaseToNeed(by: effect, &pending, context)
    Graph.loseNeed(of: &pending, context)
  }

  /// Updates need after a reader of a watched node has ceased to need the node.
  override final func loseNeed(of node: NodeRef, _ context: ContextRef) {
    var pending = [node]
    Graph.loseNeed(of: &pending, context)
  }

  /// Prepares the edges of a needed reader that are about to be dropped together.
  ///
  /// The edges move to the front of their lists. So while they are dropped one by one, none counts
  /// as an edge of a reader that needs its input.
  override final func willDrop(from first: EdgeRef?, _ context: ContextRef) {
    var edge = first
    while let current = edge {
      edge = current.nextInput
      if current.isAttached, current.input.flags.contains(.watched) { current.moveToFront() }
    }
  }
}

extension ContextRef {
  /// The guest that calls liveness handlers.
  var liveness: LivenessGuest { guest(LivenessGuest.self) }
}
