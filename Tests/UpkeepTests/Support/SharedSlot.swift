import Differential

@testable import Upkeep

// SAFETY: handed from one thread to the next by `dropElsewhere`, which waits.
/// A place that several threads know.
final class SharedSlot<Content>: @unchecked Sendable {
  var content: Content?

  /// Drops the content, and says what that has added on the thread where it was done.
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
