extension Graph {
  /// Called when what a derived value follows from has changed otherwise than by an input: a connection
  /// was replaced, a layer was put over a parent. It forgets what it read, and computes again when
  /// somebody needs it; one that was never computed has nothing to forget.
  ///
  /// - Complexity: O(inputs), and what a write costs.
  static func invalidate(_ node: NodePointer, _ context: ContextPointer) {
    if node.pointee.flags.contains(.uncomputed) { return }
    beginTurn(context)
    claim(node, context)
    if context.pointee.journal != nil {
      attempt(node, wasFresh: !node.pointee.flags.contains(.stale), context)
      property(of: node)?.noteResult(context)
    }
    let inputs = node.pointee.firstInput
    node.pointee.firstInput = nil
    node.pointee.lastInput = nil
    dropInputs(from: inputs, context)
    node.pointee.flags.formUnion([.stale, .changed])
    mark(below: node, context)
    endTurn(context)
  }
}
