import Testing

@testable import Upkeep

/// The counts of `withNodeCount`.
@Suite(.leavesNothing) struct NodeCountTests {
  @Test func `a count has a node for each new property and effect, an edge for each dependency`() {
    let stored = StoredProperty(1)
    withNodeCount { count in
      #expect(count() == NodeCount(nodes: 0, edges: 0, reservedBytes: count().reservedBytes))
      let derived = stored.map { $0 + 1 }
      #expect(count().nodes == 1)
      let updater = Updater()
      updater.keepUpToDate { _ = derived.value }
      #expect((count().nodes, count().edges) == (2, 2))
      withNodeCount { count in
        #expect(count().nodes == 0)
        updater.keepUpToDate { _ = stored.value }
        #expect((count().nodes, count().edges) == (1, 1))
      }
      #expect(count().nodes == 3)
      withExtendedLifetime(updater) {}
    }
  }

  @Test func `a property that a derivation made is counted until the next run`() {
    let stored = StoredProperty(1)
    let derived = DerivedProperty { StoredProperty(stored.value).value }
    withNodeCount { count in
      for value in 1...10 {
        stored.value = value
        #expect((derived.value, count().nodes) == (value, 1))
      }
    }
  }

  @Test func `a count returns the body's result, and rethrows its error`() {
    #expect(withNodeCount { count in count().nodes } == 0)
    #expect(throws: Refusal(number: 7)) { try withNodeCount { _ in throw Refusal(number: 7) } }
    #if DEBUG
      #expect(Context.current.pointee.nodes.register == nil)
    #endif
  }

  @Test func `the description of a count names nodes, edges and bytes`() {
    #expect(
      NodeCount(nodes: 1, edges: 2, reservedBytes: 3).description == "1 nodes, 2 edges, 3 bytes")
  }
}
