import Differential
import Testing

@testable import Upkeep

/// Every test of a suite with this trait ends with as many nodes and edges as it began with, and with
/// nothing open, queued or waiting on its thread.
///
/// The counts are those of a thread, which a test has for itself. One that works on an actor, or with tasks that
/// need several threads, would be given the nodes of others, so it has to say that it `hops`: it runs on the
/// threads of all and is not looked at. A test that hops and does not say so fails here.
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

  /// The nodes and edges on the calling thread.
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

/// An updater for all of a test.
///
/// Closures in a suite capture the suite, and with it its updater, which owns the closures: it
/// would never end if nobody ended it.
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

/// The test works on an actor, or with several threads: see `LeavesNothing`.
struct Hops: TestTrait {}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: LeavesNothing { LeavesNothing() }
}

extension Trait where Self == Hops {
  static var hops: Hops { Hops() }
}
