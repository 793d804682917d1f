import Differential

@testable import Upkeep

// SAFETY: handed from one thread to the next by `dropElsewhere`, which waits.
/// A variable that several threads use.
final class SharedSlot<Content>: @unchecked Sendable {
  var content: Content?

  /// Drops the content on another thread; returns by how much that thread's node count changed.
  @discardableResult
  func dropElsewhere() -> NodeCount {
    withStack {
      withNodeCount { count in
        self.content = nil
        return count()
      }
    }
  }
}
