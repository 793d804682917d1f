extension Graph {
  /// Notes that a node's property keeps the value and version with which the turn began.
  @usableFromInline
  static func keepStart(of node: NodePointer, isTrivial: Bool, _ context: ContextPointer) {
    node.pointee.flags.insert(.keepsStart)
    if node.pointee.flags.contains(.collects) { context.pointee.mayComeBack = true }
    // SAFETY: the property is being written, so it is alive; `forgetStarts` gives this back. Without
    // it a release on a foreign thread could free the node inside the turn.
    _ = node.pointee.object?.retain()
    context.pointee.mustTidyUp = true
    context.pointee.starts.append(
      KeptStart(
        node: node, isTrivial: isTrivial && node.pointee.flags.isDisjoint(with: .collects)))
  }

  /// At the end of a batch: what ends as it began has not changed, in-place edits included.
  static func restoreUnchanged(_ context: ContextPointer) {
    context.pointee.mayComeBack = false
    restoreUnchanged(context) { !$0.contains(.derived) }
    // Their elements may be as they were now.
    restoreUnchanged(context) { $0.contains(.collects) }
  }

  @inline(__always)
  private static func restoreUnchanged(
    _ context: ContextPointer, where isMeant: (Node.Flags) -> Bool
  ) {
    for index in 0..<context.pointee.starts.count {
      let node = context.pointee.starts[index].node
      if isMeant(node.pointee.flags) { property(of: node)?.restoreStartIfUnchanged() }
    }
  }

  /// Those who computed with the value under one version computed with it under the other.
  static func rename(_ version: UInt32, as earlier: UInt32, for node: NodePointer) {
    var edge = node.pointee.firstSubscriber
    while let current = edge {
      if current.pointee.version == version { current.pointee.version = earlier }
      edge = current.pointee.nextSubscriber
    }
  }

  /// At the end of a turn: the kept values go.
  static func forgetStarts(_ context: ContextPointer) {
    while let kept = context.pointee.starts.popLast() {
      let node = kept.node
      node.pointee.flags.remove(.keepsStart)
      if !kept.isTrivial { property(of: node)?.forgetStart() }
      if let object = node.pointee.object { context.pointee.releases.append(object) }
    }
  }
}
