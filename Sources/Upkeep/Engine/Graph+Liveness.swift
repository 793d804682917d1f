extension Graph {
  /// The distinct effects, and derived values that an effect needs, that read a node.
  ///
  /// Goes down to the effects, then back up from them.
  ///
  /// - Complexity: O(nodes and edges below), with allocation.
  static func liveSubscribers(of node: NodeRef) -> Set<NodeRef> {
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

  // MARK: - Liveness handlers

  /// Marks what reads a node that was given a handler, however indirectly: edges there are watched.
  ///
  /// - Complexity: O(nodes and edges below that are not marked).
  static func watch(below node: NodeRef) {
    var pending = [node]
    while let current = pending.popLast() {
      for reader in subscribers(of: current).map(\.subscriber)
      where !reader.flags.contains(.watched) {
        reader.flags.insert(.watched)
        pending.append(reader)
      }
    }
  }

  /// Called when an edge from a watched node, or from one below such a node, was attached.
  @inline(never)
  static func didAttach(_ edge: EdgeRef) {
    let reader = edge.subscriber
    if !reader.flags.contains(.watched) {
      reader.flags.insert(.watched)
      watch(below: reader)
    }
    livenessMayChange(at: edge.input, to: true, through: reader)
  }

  /// Called when an edge from a watched node, from one below such a node, or from a needed one, was detached.
  @inline(never)
  static func didDetach(_ edge: EdgeRef) {
    let input = edge.input
    let reader = edge.subscriber
    if input.flags.contains(.readLoosely), mustStay(edge) {
      edge.attachFirst()
      return
    }
    if input.flags.contains(.needed) { forgetNeed(of: input, by: reader) }
    if input.flags.contains(.watched) {
      livenessMayChange(at: input, to: false, through: reader)
    }
  }

  /// Whoever frees a node finds the edges to it that do not retain among its subscribers: a marking pass does not detach
  /// them. (Whatever else detaches an edge frees it.)
  private static func mustStay(_ edge: EdgeRef) -> Bool {
    !edge.isRetaining && !edge.input.flags.contains(.dead)
      && edge.subscriber.flags.isDisjoint(
        with: [.declared, .collects, .effect, .dead, .busy, .changed])
  }

  /// Called when an effect below a watched node was paused or goes on.
  static func didPause(_ effect: NodeRef, _ isPaused: Bool) {
    for input in inputs(of: effect).map(\.input)
    where input.flags.contains(.watched) {
      livenessMayChange(at: input, to: !isPaused, through: effect)
    }
  }

  /// Notes the watched nodes that `reader`, which has come or gone below `node`, has made live, or not live any more.
  ///
  /// - Complexity: O(nodes and edges above whose liveness has changed), and up to the next watched node beyond them,
  ///   with allocation; not called anywhere else than below a watched node.
  private static func livenessMayChange(
    at node: NodeRef, to isLive: Bool, through reader: NodeRef
  ) {
    let flags = reader.flags
    // A derived value that nobody reads makes nothing live.
    guard flags.contains(.effect) || reader.firstSubscriber != nil else { return }
    if !isLive {
      loseLiveness(node)
    } else if flags.contains(.effect)
      ? flags.isDisjoint(with: [.dead, .paused]) : self.isLive(reader)
    {
      becomeLive(node, through: reader)
    }
  }

  private static func becomeLive(_ node: NodeRef, through reader: NodeRef) {
    let context = Context.current
    var seen: Set<NodeRef> = [node]
    var pending = [node]
    while let current = pending.popLast() {
      if let watch = watch(of: current) {
        if watch.isLive { continue }
        watch.isLive = true
        tellAtEndOfTurn(current, context)
      } else if showsLiveEffect(current, besides: reader) {
        continue
      }
      for input in inputs(of: current).map(\.input)
      where input.flags.contains(.watched) && seen.insert(input).inserted {
        pending.append(input)
      }
    }
  }

  /// Goes up from a node that has lost a reader, as far as nobody else needs what is there.
  private static func loseLiveness(_ node: NodeRef) {
    let context = Context.current
    var seen: Set<NodeRef> = []
    var pending = [node]
    while let current = pending.popLast() {
      let watch = watch(of: current)
      // What is known not to be live keeps nothing alive that is above.
      if watch?.isLive == false { continue }
      if search(below: current, { seen.contains($0) ? false : knownLiveness(of: $0) }) { continue }
      if let watch {
        watch.isLive = false
        tellAtEndOfTurn(current, context)
      } else if !seen.insert(current).inserted {
        continue
      }
      for input in inputs(of: current).map(\.input)
      where input.flags.contains(.watched) {
        pending.append(input)
      }
    }
  }

  private static func watch(of node: NodeRef) -> LivenessWatch? {
    node.flags.contains(.watched) ? node.element?.livenessWatch : nil
  }

  /// Whether the oldest or the newest edge leads to an effect that needs the node whatever the reader does,
  /// so that nothing changes for it and what is above. (That effect's own coming or going is told by itself.)
  private static func showsLiveEffect(_ node: NodeRef, besides reader: NodeRef?) -> Bool {
    func isLive(_ edge: EdgeRef?) -> Bool {
      guard let effect = edge?.subscriber, effect != reader else { return false }
      let flags = effect.flags
      return flags.contains(.effect) && flags.isDisjoint(with: [.dead, .paused])
    }
    return isLive(node.firstSubscriber) || isLive(node.lastSubscriber)
  }

  /// Leaves a watched node to `tellLiveness`.
  static func tellAtEndOfTurn(_ node: NodeRef, _ context: ContextRef) {
    guard let watch = watch(of: node), !watch.isPending, !node.flags.contains(.dead) else { return }
    watch.isPending = true
    // SAFETY: the property is alive, for its node is not dead (nothing runs between the beginning of its `deinit` and
    // that); `tellLiveness` gives this back.
    _ = node.object?.retain()
    context.watched.append(node)
  }

  /// At the end of the outermost turn: calls the handlers of those that have become live or not.
  @inline(never)
  static func tellLiveness(_ context: ContextRef) {
    // What a handler sets off is told when it has returned, however long the chain.
    if context.isTelling { return }
    context.isTelling = true
    defer { context.isTelling = false }
    var calls: [NodeRef: Int] = [:]
    // What is nearest to the effect that has come or gone is first.
    var place = 0
    while place < context.watched.count {
      let node = context.watched[place]
      place += 1
      let object = node.object
      watch(of: node)?.isPending = false
      calls[node, default: 0] += 1
      if calls[node] == maximumRuns {
        let name = describe(node)
        let isEffect = node.element?.livenessWatch?.endOfTurn != nil
        Misuse.report(
          .runawayFlush(
            effects: [isEffect ? "an effect of \(name)" : "the liveness handler of \(name)"],
            properties: [name], runs: maximumRuns))
      } else if calls[node, default: 0] < maximumRuns {
        // The updater of an effect that has come may have turned out to be paused.
        if let watch = node.element?.livenessWatch {
          if watch.isLive { watch.isLive = isLive(node) }
          watch.tell()
        }
      }
      object?.release()
    }
    context.watched.removeAll()
  }

  /// Whether an effect that is not paused needs the node.
  ///
  /// Goes down depth first, newest first, as far as the next watched nodes, of which it is known. The way to what
  /// shows that it is live comes last in the lists of subscribers from then on, so that what has led nowhere is not
  /// searched again before that has gone.
  ///
  /// - Complexity: O(nodes and edges down to the next watched nodes); O(1) for each effect that comes, or goes while
  ///   there are others.
  static func isLive(_ node: NodeRef) -> Bool {
    search(below: node, knownLiveness)
  }

  /// What a node's watch knows. In a ring each would show that the next is live.
  static func knownLiveness(of node: NodeRef) -> Bool? {
    node.flags.contains(.inCycle) ? nil : watch(of: node)?.isLive
  }

  /// `isLive` without what is known: for the check of that (Invariant 9).
  static func isFoundLive(_ node: NodeRef) -> Bool { search(below: node) { _ in nil } }

  private static func search(
    below node: NodeRef, _ known: (_ reader: NodeRef) -> Bool?
  ) -> Bool {
    var seen: Set<NodeRef> = []
    var path: [EdgeRef] = []
    var edge = node.lastSubscriber
    while true {
      guard let step = edge else {
        guard let last = path.popLast() else { return false }
        edge = last.previousSubscriber
        continue
      }
      edge = step.previousSubscriber
      let reader = step.subscriber
      var isLive = false
      if reader.flags.contains(.effect) {
        isLive =
          reader.flags.isDisjoint(with: [.dead, .paused]) && !reader.isAbandonedEffect
      } else if let known = known(reader) {
        isLive = known
      } else if reader != node, reader.lastSubscriber != nil, seen.insert(reader).inserted {
        isLive = showsLiveEffect(reader, besides: nil)
        if !isLive {
          path.append(step)
          edge = reader.lastSubscriber
        }
      }
      if isLive {
        for edge in path + [step] { edge.rotateToBack() }
        return true
      }
    }
  }
}
