extension Graph {
  /// Called when what a derived value follows from has changed otherwise than by an input: a connection
  /// was replaced, a layer was put over a parent. It forgets what it read, and computes again when
  /// somebody needs it; one that was never computed has nothing to forget.
  ///
  /// One that is being checked computes, whatever comes of the check; one that computes does so already. The refresh
  /// stands on their edges and on `Node.link`, and what is below is stale.
  ///
  /// - Complexity: O(inputs), and what a write costs.
  static func invalidate(_ node: NodePointer, _ context: ContextPointer) {
    if node.pointee.flags.contains(.uncomputed) { return }
    if !node.pointee.flags.isDisjoint(with: .busy) {
      if node.pointee.flags.contains(.checking) { node.pointee.flags.insert(.changed) }
      return
    }
    beginTurn(context)
    claim(node, context)
    if context.pointee.journal != nil {
      attempt(node, wasFresh: !node.pointee.flags.contains(.stale), context)
      property(of: node)?.noteResult(context)
    }
    forgetInputs(of: node, context)
    mark(below: node, context)
    endTurn(context)
  }

  /// Has a derived value compute again when somebody needs it, whatever it read.
  static func forgetInputs(of node: NodePointer, _ context: ContextPointer) {
    node.pointee.flags.formUnion([.stale, .changed])
    let inputs = node.pointee.firstInput
    node.pointee.firstInput = nil
    node.pointee.lastInput = nil
    dropInputs(from: inputs, context)
  }
}
