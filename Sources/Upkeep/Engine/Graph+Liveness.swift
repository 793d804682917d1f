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

  /// Called when an edge from `node` has come or gone, or a pause: notes the watched nodes that it, and
  /// what is above it, may have made live or not.
  ///
  /// - Complexity: O(nodes and edges above), with allocation; only called while a handler exists.
  @inline(never)
  static func livenessMayChange(at node: NodePointer) {
    let context = Context.current
    var seen: Set<NodePointer> = [node]
    var pending = [node]
    while let current = pending.popLast() {
      note(current, context)
      for input in inputs(of: current).map(\.pointee.input) where seen.insert(input).inserted {
        pending.append(input)
      }
    }
  }

  private static func note(_ node: NodePointer, _ context: ContextPointer) {
    let flags = node.pointee.flags
    guard flags.contains(.watched), flags.isDisjoint(with: [.livenessPending, .dead]) else {
      return
    }
    node.pointee.flags.insert(.livenessPending)
    // SAFETY: it is not dead, so its property is alive; `tellLiveness` gives this back.
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
    while let node = context.pointee.watched.popLast() {
      node.pointee.flags.remove(.livenessPending)
      let object = node.pointee.object
      property(of: node)?.livenessWatch?.tell(isLive(node))
      object?.release()
    }
  }

  /// Whether an effect that is not paused needs the node.
  static func isLive(_ node: NodePointer) -> Bool {
    var seen: Set<NodePointer> = [node]
    var pending = [node]
    while let current = pending.popLast() {
      for reader in subscribers(of: current).map(\.pointee.subscriber)
      where seen.insert(reader).inserted {
        if !reader.pointee.flags.contains(.effect) {
          pending.append(reader)
        } else if reader.pointee.flags.isDisjoint(with: [.dead, .paused]) {
          return true
        }
      }
    }
    return false
  }
}
