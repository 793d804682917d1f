// Lists of edges, for code that changes the graph as it goes through them; the hot paths follow the links.
extension Graph {
  /// The edges to the inputs of a node, in the order of reading; of a collecting node also those that are parked.
  static func inputs(of node: NodeRef) -> [EdgeRef] {
    Array(sequence(first: node.firstInput) { $0?.nextInput }.prefix { $0 != nil })
      .compactMap(\.self)
      + Context.current.ask { $0.parkedInputs(of: node) }
  }

  /// The attached edges to the readers of a node, in a look that is open.
  ///
  /// Those of abandoned readers are taken out first.
  static func subscribers(of node: NodeRef) -> [EdgeRef] {
    let context = Context.current
    assert(context.pointee.nesting > 0, "what the list names may go while it is used: open a look")
    if node.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(node, context) } }
    return Array(
      sequence(first: node.firstSubscriber) { $0?.nextSubscriber }
        .prefix { $0 != nil }
    ).compactMap(\.self)
  }

  /// Calls a function that looks at the graph, or has a fresh value follow something: all nodes that it finds are there
  /// until it returns.
  ///
  /// A look may take out abandoned readers. What follows from that may drop what the look has still to come to: a
  /// liveness handler is told, a closure goes. So it happens when the outermost look, turn or refresh has ended.
  static func looking<Result>(_ look: () -> Result) -> Result {
    let context = Context.current
    if context.pointee.nesting == 0 { context.enter() }
    context.pointee.nesting += 1
    defer {
      context.pointee.nesting -= 1
      if context.pointee.nesting == 0, context.hasReleases { settle(context) }
    }
    return look()
  }
}
