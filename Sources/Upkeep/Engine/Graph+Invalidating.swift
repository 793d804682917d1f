extension Graph {
  /// Called when what a derived value follows from has changed otherwise than by an input: a
  /// connection was replaced, a layer was put over a parent.
  ///
  /// It forgets what it read, and computes again when somebody needs it; one that was never
  /// computed has nothing to forget.
  ///
  /// One that is being checked computes, whatever comes of the check; one that computes does so already. The refresh
  /// stands on their edges and on `Node.link`, and what is below is stale.
  ///
  /// - Complexity: O(inputs), and what a write costs.
  static func invalidate(_ node: NodeRef, _ context: ContextRef) {
    if node.flags.contains(.uncomputed) { return }
    if let undoing = context.undoing {
      undoing.invalidateLater(node)
      return
    }
    if !node.flags.isDisjoint(with: .busy) {
      if node.flags.contains(.checking) { node.flags.insert(.changed) }
      return
    }
    beginTurn(context)
    node.claim(context)
    node.element?.noteForRollback(context)
    forgetInputs(of: node, context)
    mark(below: node, context)
    endTurn(context)
  }

  /// Has a derived value compute again when somebody needs it, whatever it read.
  ///
  /// Declared inputs stay: they are all that it will ever have.
  @inline(never)
  static func forgetInputs(of node: NodeRef, _ context: ContextRef) {
    node.flags.formUnion([.stale, .changed])
    if node.flags.contains(.declared) { return }
    let inputs = node.firstInput
    node.firstInput = nil
    node.lastInput = nil
    dropInputs(from: inputs, context)
  }

  /// Called when the first value of a node was undone: it computes when it is read the next time, as if it never had.
  ///
  /// One that is computing, which a cycle gave that value, keeps its inputs: the refresh stands on their edges.
  static func becomeUncomputed(_ node: NodeRef, _ context: ContextRef) {
    if !node.flags.isDisjoint(with: .busy) {
      node.flags.insert(.uncomputed)
      return
    }
    if let children = node.element?.children {
      children.forgetAll(context)
    } else if !node.flags.contains(.declared) {
      forgetInputs(of: node, context)
    }
    node.flags.formUnion([.stale, .uncomputed])
    mark(below: node, context)
  }
}
