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
    if let undoing = context.undo.undoing {
      undoing.invalidateLater(node)
      return
    }
    if !node.flags.isDisjoint(with: .busy) {
      if node.flags.contains(.checking) { node.flags.insert(.changed) }
      return
    }
    beginTurn(context)
    node.claim(context)
    node.guest?.noteForRollback(context)
    forgetInputs(of: node, context)
    mark(below: node, context)
    endTurn(context)
  }

  /// Called when the first value of a node was undone: it computes when it is read the next time, as if it never had.
  ///
  /// One that is computing, which a cycle gave that value, keeps its inputs: the refresh stands on their edges.
  static func becomeUncomputed(_ node: NodeRef, _ context: ContextRef) {
    if !node.flags.isDisjoint(with: .busy) {
      node.flags.insert(.uncomputed)
      return
    }
    if let holder = node.inputHolder {
      holder.forgetAll(context)
    } else if !node.flags.contains(.declared) {
      forgetInputs(of: node, context)
    }
    node.flags.formUnion([.stale, .uncomputed])
    mark(below: node, context)
  }

  /// Makes a fresh derived value follow what a closure reads, in place of what it followed, or
  /// besides.
  ///
  /// It does not compute, and nothing below it goes stale: its value is what it would compute.
  ///
  /// - Returns: whether that was possible: a value that is not fresh follows when it computes, and a transaction
  ///   has to know what there was.
  /// - Complexity: O(what is read), and O(what is not read any more).
  static func retrack(
    _ node: NodeRef, besides isAddition: Bool, _ context: ContextRef, _ body: () -> Void
  ) -> Bool {
    guard node.flags.isDisjoint(with: .readCare.union([.alwaysRuns, .dead])),
      !context.isInTransaction
    else { return false }
    if !isAddition {
      node.run &+= Edge.runStep
      node.lastInput = nil
    }
    looking {
      let tracker = context.pointee.tracker
      context.pointee.tracker = node
      body()
      context.pointee.tracker = tracker
      if !isAddition { trim(node, context) }
    }
    return true
  }
}
