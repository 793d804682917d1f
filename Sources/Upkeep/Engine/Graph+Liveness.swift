extension Graph {
  /// The distinct effects, and derived values that an effect needs, that read a node.
  ///
  /// Goes down to the effects, then back up from them.
  ///
  /// - Complexity: O(nodes and edges below), with allocation.
  static func liveSubscribers(of node: NodePointer) -> Set<NodePointer> {
    var below: Set<NodePointer> = [node]
    var pending = [node]
    var live: Set<NodePointer> = []
    while let current = pending.popLast() {
      for edge in subscribers(of: current) where below.insert(edge.pointee.subscriber).inserted {
        pending.append(edge.pointee.subscriber)
      }
      if current.pointee.flags.contains(.effect), !current.pointee.flags.contains(.dead) {
        live.insert(current)
      }
    }
    pending = Array(live)
    while let current = pending.popLast() {
      for edge in inputs(of: current)
      where edge.pointee.isAttached && below.contains(edge.pointee.input)
        && live.insert(edge.pointee.input).inserted
      {
        pending.append(edge.pointee.input)
      }
    }
    return Set(subscribers(of: node).map(\.pointee.subscriber).filter(live.contains))
  }
}
