// Lists of edges, for code that changes the graph as it goes through them; the hot paths follow the links.
extension Graph {
  /// The edges to the inputs of a node, in the order of reading; of a collecting node also those that are parked.
  static func inputs(of node: NodeRef) -> [EdgeRef] {
    Array(sequence(first: node.firstInput) { $0?.nextInput }.prefix { $0 != nil })
      .compactMap(\.self)
      + (node.flags.contains(.collects) ? node.element?.children?.parked ?? [] : [])
  }

  /// The attached edges to the readers of a node.
  ///
  /// Those of abandoned readers are taken out first.
  static func subscribers(of node: NodeRef) -> [EdgeRef] {
    if node.signs.contains(.hasAbandonedReaders) {
      let context = Context.current
      sweep(node, context)
      if context.nesting == 0, context.hasReleases { settle(context) }
    }
    return Array(
      sequence(first: node.firstSubscriber) { $0?.nextSubscriber }
        .prefix { $0 != nil }
    ).compactMap(\.self)
  }
}
