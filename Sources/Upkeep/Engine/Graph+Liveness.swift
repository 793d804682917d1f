extension Graph {
  /// The distinct effects, and derived values that an effect needs, that read a node.
  ///
  /// Goes down to the effects, then back up from them.
  ///
  /// - Complexity: O(nodes and edges below), with allocation.
  static func liveSubscribers(of node: NodePointer) -> Set<NodePointer> {
    var below: Set<NodePointer> = [node]
    var readers: [NodePointer: [NodePointer]] = [:]
    var pending = [node]
    var live: Set<NodePointer> = []
    while let current = pending.popLast() {
      for reader in subscribers(of: current).map(\.pointee.subscriber) {
        readers[reader, default: []].append(current)
        if below.insert(reader).inserted { pending.append(reader) }
      }
      if current.pointee.flags.contains(.effect), !current.pointee.flags.contains(.dead) {
        live.insert(current)
      }
    }
    pending = Array(live)
    while let current = pending.popLast() {
      for input in readers[current] ?? [] where live.insert(input).inserted {
        pending.append(input)
      }
    }
    return Set(subscribers(of: node).map(\.pointee.subscriber).filter(live.contains))
  }

  // MARK: - Liveness handlers

  /// Marks what reads a node that was given a handler, however indirectly: edges there are watched.
  ///
  /// - Complexity: O(nodes and edges below that are not marked).
  static func watch(below node: NodePointer) {
    var pending = [node]
    while let current = pending.popLast() {
      for reader in subscribers(of: current).map(\.pointee.subscriber)
      where !reader.pointee.flags.contains(.belowWatched) {
        reader.pointee.flags.insert(.belowWatched)
        pending.append(reader)
      }
    }
  }

  /// Called when an edge from a watched node, or from one below such a node, was attached.
  @inline(never)
  static func didAttach(_ edge: EdgePointer) {
    let reader = edge.pointee.subscriber
    if !reader.pointee.flags.contains(.belowWatched) {
      reader.pointee.flags.insert(.belowWatched)
      watch(below: reader)
    }
    livenessMayChange(at: edge.pointee.input, to: true, through: reader)
  }

  /// Called when an edge from a watched node, from one below such a node, or from a needed one, was detached.
  @inline(never)
  static func didDetach(_ edge: EdgePointer) {
    let input = edge.pointee.input
    let reader = edge.pointee.subscriber
    if input.pointee.flags.contains(.needed) { forgetNeed(of: input, by: reader) }
    if !input.pointee.flags.isDisjoint(with: .watchedAbove) {
      livenessMayChange(at: input, to: false, through: reader)
    }
  }

  /// Called when an effect below a watched node was paused or goes on.
  static func didPause(_ effect: NodePointer, _ isPaused: Bool) {
    for input in inputs(of: effect).map(\.pointee.input)
    where !input.pointee.flags.isDisjoint(with: .watchedAbove) {
      livenessMayChange(at: input, to: !isPaused, through: effect)
    }
  }

  /// Notes the watched nodes that `reader`, which has come or gone below `node`, may have made live or not.
  ///
  /// - Complexity: O(nodes and edges above, up to those that show another effect), with allocation; not
  ///   called anywhere else than below a watched node.
  private static func livenessMayChange(
    at node: NodePointer, to isLive: Bool, through reader: NodePointer
  ) {
    // A derived value that nobody reads makes nothing live.
    guard reader.pointee.flags.contains(.effect) || reader.pointee.firstSubscriber != nil else {
      return
    }
    let context = Context.current
    var seen: Set<NodePointer> = [node]
    var pending = [node]
    while let current = pending.popLast() {
      if showsLiveEffect(current, besides: reader) { continue }
      note(current, isLive, context)
      if !current.pointee.flags.contains(.belowWatched) { continue }
      for input in inputs(of: current).map(\.pointee.input)
      where !input.pointee.flags.isDisjoint(with: .watchedAbove) && seen.insert(input).inserted {
        pending.append(input)
      }
    }
  }

  /// Whether the oldest or the newest edge leads to an effect that needs the node whatever the reader does,
  /// so that nothing changes for it and what is above. (That effect's own coming or going is told by itself.)
  private static func showsLiveEffect(_ node: NodePointer, besides reader: NodePointer) -> Bool {
    func isLive(_ edge: EdgePointer?) -> Bool {
      guard let effect = edge?.pointee.subscriber, effect != reader else { return false }
      let flags = effect.pointee.flags
      return flags.contains(.effect) && flags.isDisjoint(with: [.dead, .paused])
    }
    return isLive(node.pointee.firstSubscriber) || isLive(node.pointee.lastSubscriber)
  }

  private static func note(_ node: NodePointer, _ isLive: Bool, _ context: ContextPointer) {
    guard node.pointee.flags.contains(.watched),
      property(of: node)?.livenessWatch?.isLive != isLive
    else { return }
    tellAtEndOfTurn(node, context)
  }

  /// Leaves a watched node to `tellLiveness`.
  static func tellAtEndOfTurn(_ node: NodePointer, _ context: ContextPointer) {
    guard node.pointee.flags.isDisjoint(with: [.livenessPending, .dead]) else { return }
    node.pointee.flags.insert(.livenessPending)
    // SAFETY: whoever asks holds its property, or an edge leads to it, and who has one keeps its property alive;
    // `tellLiveness` gives this back.
    _ = node.pointee.object?.retain()
    context.pointee.watched.append(node)
  }

  /// At the end of the outermost turn: calls the handlers of those that have become live or not.
  @inline(never)
  static func tellLiveness(_ context: ContextPointer) {
    // What a handler sets off is told when it has returned, however long the chain.
    if context.pointee.isTelling { return }
    context.pointee.isTelling = true
    defer { context.pointee.isTelling = false }
    var calls: [NodePointer: Int] = [:]
    while let node = context.pointee.watched.popLast() {
      node.pointee.flags.remove(.livenessPending)
      let object = node.pointee.object
      calls[node, default: 0] += 1
      if calls[node] == maximumRuns {
        let name = describe(node)
        Misuse.report(
          .runawayFlush(
            effects: ["the liveness handler of \(name)"], properties: [name], runs: maximumRuns))
      } else if calls[node, default: 0] < maximumRuns {
        property(of: node)?.livenessWatch?.tell(isLive(node))
      }
      object?.release()
    }
  }

  /// Whether an effect that is not paused needs the node.
  ///
  /// Goes down depth first, newest first. The way to the effect that it finds comes last in the lists of
  /// subscribers from then on, so that what has led nowhere is not searched again before that effect has gone.
  ///
  /// - Complexity: O(nodes and edges below); O(1) for each effect that comes, or goes while there are others.
  static func isLive(_ node: NodePointer) -> Bool {
    var seen: Set<NodePointer> = [node]
    var path: [EdgePointer] = []
    var edge = node.pointee.lastSubscriber
    while true {
      guard let step = edge else {
        guard let last = path.popLast() else { return false }
        edge = last.pointee.previousSubscriber
        continue
      }
      edge = step.pointee.previousSubscriber
      let reader = step.pointee.subscriber
      if reader.pointee.flags.contains(.effect) {
        guard reader.pointee.flags.isDisjoint(with: [.dead, .paused]) else { continue }
        for edge in path + [step] { edge.rotateToBack() }
        return true
      }
      if seen.insert(reader).inserted {
        path.append(step)
        edge = reader.pointee.lastSubscriber
      }
    }
  }
}
