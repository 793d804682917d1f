@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` says that there is no more of anything than there was.
  ///
  /// There may be less on an actor: what was left to one that died is freed by the one that has a turn next.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}

/// The number of nodes and edges by which `withNodeCount` differs from 0, without the register of a debug build, for
/// large graphs.
func withGrowthCount<Result>(_ body: (_ growth: () -> Int) -> Result) -> Result {
  let start = NodeCount(Context.current)
  return body {
    let now = NodeCount(Context.current)
    return abs(now.nodes - start.nodes) + abs(now.edges - start.edges)
  }
}
