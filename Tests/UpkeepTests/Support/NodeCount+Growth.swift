@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` has no more nodes, edges and bytes than at the start.
  ///
  /// On an actor there may be fewer: its next turn frees the nodes that a dead actor left behind.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}

/// Calls `body` with a closure that returns by how many nodes and edges the thread differs now.
///
/// It is for large graphs: unlike `withNodeCount` it does not use the register of a debug build.
func withGrowthCount<Result>(_ body: (_ growth: () -> Int) -> Result) -> Result {
  let start = NodeCount(Context.current)
  return body {
    let now = NodeCount(Context.current)
    return abs(now.nodes - start.nodes) + abs(now.edges - start.edges)
  }
}
