// Copies of the lists of edges, for code that changes the graph while it visits the edges. Other
// code uses `EdgeList`.
extension Graph {
  /// Returns the edges to the inputs of a node, in the order of reading; for a collecting node,
  /// also the parked edges.
  static func inputs(of node: NodeRef) -> [EdgeRef] {
    Array(node.inputs) + Context.current.ask { $0.parkedInputs(of: node) }
  }

  /// Returns the attached edges to the readers of a node; call it inside `looking`.
  ///
  /// The edges of abandoned readers are removed first.
  static func subscribers(of node: NodeRef) -> [EdgeRef] {
    let context = Context.current
    assert(context.pointee.nesting > 0, "what the list names may go while it is used: open a look")
    if node.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(node, context) } }
    return Array(node.readers)
  }

  /// Runs a closure that inspects the graph, or gives a fresh value a new dependency.
  ///
  /// Every node that the closure finds exists until the closure returns.
  ///
  /// The closure may remove abandoned readers. A removal may call a liveness handler or release a
  /// closure, and so release nodes that the closure has not visited yet. Therefore handlers and
  /// releases wait until the outermost `looking`, turn or refresh has ended.
  static func looking<Result>(_ look: () -> Result) -> Result {
    let context = Context.current
    if context.pointee.nesting == 0 { context.enter() }
    context.pointee.nesting += 1
    defer {
      context.pointee.nesting -= 1
      context.settleIfIdle()
    }
    return look()
  }
}
