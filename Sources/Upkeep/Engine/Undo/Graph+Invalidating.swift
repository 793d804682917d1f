extension Graph {
  /// Makes a derived value compute again, because a dependency that is not an input has changed.
  ///
  /// Examples are a connection that was replaced, and a layer put over a parent. The value forgets
  /// its inputs and computes when it is next needed. A value that was never computed has nothing to
  /// forget.
  ///
  /// A value that is being checked computes after the check, whatever the result; a value that is
  /// computing needs nothing more. Both keep their edges, because the refresh uses the edges and
  /// `Node.link`. All nodes below are stale already.
  ///
  /// - Complexity: O(inputs), plus the cost of a write.
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

  /// Makes a node uncomputed, after the rollback of its first value.
  ///
  /// A node that is computing got that value from a cycle. It keeps its inputs, because the refresh
  /// uses their edges.
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

  /// Makes a fresh derived value depend on everything that `body` reads, in place of its inputs or,
  /// with `isAddition`, in addition to them.
  ///
  /// The value does not compute, and no node below goes stale, because computing would give the
  /// present value.
  ///
  /// - Returns: False if the value is not fresh, so that it finds its inputs when it computes; also
  ///   false if a transaction is open, because the transaction would have to save the old inputs.
  /// - Complexity: O(reads), plus O(inputs that are no longer read).
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
