import Differential
import Foundation
import Testing
import Upkeep

/// Expects that every test of a suite ends with as many nodes and edges as it began with.
///
/// The counts are those of one thread, and a test has a thread for itself. A test that ends on
/// another thread fails.
struct ScopeLeavesNothing: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil {
      try await function()
      return
    }
    try await withOwnThread {
      let start = LiveCounts()
      try await function()
      let end = LiveCounts()
      #expect(end.thread == start.thread, "\(test.name) hops", sourceLocation: test.sourceLocation)
      if end.thread != start.thread { return }
      // There may be fewer: the next turn of any test frees nodes that were left to a dead actor.
      let left = [max(0, end.nodes - start.nodes), max(0, end.edges - start.edges)]
      #expect(left == [0, 0], "nodes, edges", sourceLocation: test.sourceLocation)
      #expect(end.violations == [], sourceLocation: test.sourceLocation)
    }
  }

  /// The nodes and edges on the calling thread.
  private struct LiveCounts {
    let thread = ObjectIdentifier(Thread.current)
    let nodes: Int
    let edges: Int
    let violations = Inspection.violations(around: [])

    init() { (nodes, edges) = Inspection.counts }
  }
}

extension Trait where Self == ScopeLeavesNothing {
  static var leavesNothing: ScopeLeavesNothing { ScopeLeavesNothing() }
}
