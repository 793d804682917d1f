@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` says that there is no more of anything than there was.
  ///
  /// There may be less: what others dropped elsewhere in the meantime goes with the next turn on this thread.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}
