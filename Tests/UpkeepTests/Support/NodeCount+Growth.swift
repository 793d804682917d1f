@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` says that there is no more of anything than there was.
  ///
  /// There may be less: what was left to an actor that died is freed by whoever has a turn next.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}
