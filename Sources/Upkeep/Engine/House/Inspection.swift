/// The questions that the differential test asks of the engine, from another module.
package enum Inspection {
  /// The numbered invariants of `Graph` that do not hold around the given properties.
  ///
  /// Call it between turns.
  ///
  /// - Parameter properties: where to begin to look.
  /// - Returns: a sentence for each violation.
  /// - Complexity: O(nodes + edges), with allocation.
  package static func violations(around properties: [GraphElement]) -> [String] {
    Graph.violations(around: properties)
  }

  /// The number of nodes and edges that this thread has taken from its slabs and not given back.
  package static var counts: (nodes: Int, edges: Int) {
    let context = Context.current
    return (context.pointee.nodes.count, context.pointee.edges.count)
  }

  /// The number of references to the owner of the actor that the calling thread works for.
  ///
  /// The nodes that it owns have one each. 0 without an actor, and for the main one, which is not
  /// counted.
  package static var ownerReferences: Int {
    guard let owner = Owner.current(Context.current)?.takeUnretainedValue(), owner !== Owner.main
    else { return 0 }
    return Int(_getRetainCount(owner))
  }
}
