@testable import Upkeep

extension NodeCount {
  /// Whether a count of `withNodeCount` says that there is no more of anything than there was.
  ///
  /// There may be less on an actor: an updater that was dropped elsewhere before ends in its next turn.
  func hasNotGrown() -> Bool { nodes <= 0 && edges <= 0 && reservedBytes <= 0 }
}
