import Differential
import Testing

@testable import Upkeep

/// Expects that every test of a suite leaves no nodes and edges, and nothing open or queued.
///
/// The counts are those of one thread, and a test has a thread for itself. A test that works on an
/// actor, or with tasks that need several threads, would see other tests' nodes: such a test has
/// the trait `hops`, runs on shared threads and is not checked. A test that leaves its thread
/// without that trait fails.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil || test.traits.contains(where: { $0 is Hops }) {
      try await function()
      return
    }
    try await withOwnThread {
      let start = Snapshot()
      let updaters = ScopedUpdaters()
      try await ScopedUpdaters.$current.withValue(updaters, operation: function)
      updaters.end()
      let end = Snapshot()
      #expect(end.thread == start.thread, "\(test.name) hops", sourceLocation: test.sourceLocation)
      if end.thread != start.thread { return }
      let left = [end.nodes - start.nodes, end.edges - start.edges]
      #expect(left == [0, 0], "nodes, edges", sourceLocation: test.sourceLocation)
      #expect(end.violations == [], sourceLocation: test.sourceLocation)
    }
  }

  /// The counts of nodes and edges on the calling thread, and the violated invariants.
  private struct Snapshot {
    let thread: UInt
    let nodes: Int
    let edges: Int
    let violations: [String]

    init() {
      let context = Context.current
      let count = NodeCount(context)
      thread = UInt(bitPattern: context)
      nodes = count.nodes
      edges = count.edges
      violations = Graph.violations(around: [])
    }
  }
}

/// An updater that ends with the test.
///
/// Closures in a suite capture the suite, and with it its updater, which owns the closures: such
/// an updater must be ended explicitly.
func scopedUpdater() -> Updater {
  let updater = Updater()
  ScopedUpdaters.current?.add(updater)
  return updater
}

// SAFETY: used only by the task of one test, which stays on its thread.
/// The updaters of one test.
private final class ScopedUpdaters: @unchecked Sendable {
  @TaskLocal static var current: ScopedUpdaters?

  private var updaters: [Updater] = []

  func add(_ updater: Updater) { updaters.append(updater) }

  func end() {
    for updater in updaters { updater.effects.cancelAll() }
    updaters = []
  }
}

/// Marks a test that works on an actor or on several threads: see `LeavesNothing`.
struct Hops: TestTrait {}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: LeavesNothing { LeavesNothing() }
}

extension Trait where Self == Hops {
  static var hops: Hops { Hops() }
}
