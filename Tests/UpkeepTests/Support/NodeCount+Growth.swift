@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` says that there is no more of anything than there was.
  ///
  /// There may be less: what was left to an actor that died is freed by whoever has a turn next.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}

/// The nodes and edges that `withNodeCount` counts, without the register of a debug build, for large graphs.
///
/// None where there are fewer than before: nodes that an actor of another test leaves when it dies are freed by the next
/// turn of any thread.
func withGrowthCount<Result>(_ body: (_ growth: () -> Int) -> Result)
  -> Result
{
  let start = NodeCount(Context.current)
  return body {
    let now = NodeCount(Context.current)
    return max(0, now.nodes - start.nodes) + max(0, now.edges - start.edges)
  }
}
