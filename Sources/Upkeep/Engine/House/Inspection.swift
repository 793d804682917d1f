/// The questions that the differential test, in another module, asks of the engine.
package enum Inspection {
  /// Checks the numbered invariants of `Graph` over everything connected to the given properties.
  ///
  /// Call it between turns.
  ///
  /// - Parameter properties: The properties where the check begins.
  /// - Returns: A sentence for each violation.
  /// - Complexity: O(nodes + edges), with allocation.
  package static func violations(around properties: [GraphElement]) -> [String] {
    Graph.violations(around: properties)
  }

  /// The number of nodes and edges that this thread has taken from its slabs and not returned.
  package static var counts: (nodes: Int, edges: Int) {
    let context = Context.current
    return (context.pointee.nodes.count, context.pointee.edges.count)
  }

  /// The number of references to the owner of the actor that the calling thread works for.
  ///
  /// Each node of that owner has one. The number is 0 without an actor, and for the main actor,
  /// whose owner no node retains.
  package static var ownerReferences: Int {
    guard let owner = Owner.current(Context.current)?.takeUnretainedValue(), owner !== Owner.main
    else { return 0 }
    return Int(_getRetainCount(owner))
  }
}
