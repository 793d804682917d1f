import Differential
import Testing

@testable import Upkeep

/// The counts of `withNodeCount`.
@Suite(.leavesNothing) struct NodeCountTests {
  @Test func `a node for each property and effect, an edge for each dependency`() {
    withNodeCount { count in
      #expect(count() == NodeCount(nodes: 0, edges: 0, reservedBytes: count().reservedBytes))
      let stored = StoredProperty(1)
      let derived = stored.map { $0 + 1 }
      #expect(count().nodes == 2)
      let updater = Updater()
      updater.keepUpToDate { _ = derived.value }
      #expect(count().nodes == 3)
      #expect(count().edges == 2)
      withExtendedLifetime((stored, updater)) {}
    }
  }

  @Test func `nodes that were there before are not counted`() {
    let stored = StoredProperty(1)
    withNodeCount { count in
      #expect(count().nodes == 0)
      let updater = Updater()
      updater.keepUpToDate { _ = stored.value }
      withNodeCount { count in
        #expect(count().nodes == 0)
        updater.keepUpToDate { _ = stored.value }
        #expect(count().nodes == 1)
        #expect(count().edges == 1)
      }
      #expect(count().nodes == 2)
      withExtendedLifetime(updater) {}
    }
  }

  @Test func `what a derivation made is counted until the next run`() {
    let stored = StoredProperty(1)
    let derived = DerivedProperty { StoredProperty(stored.value).value }
    withNodeCount { count in
      for value in 1...10 {
        stored.value = value
        #expect(derived.value == value)
        #expect(count().nodes == 1)
      }
    }
  }

  @Test func `it gives back what the body returns, and what it throws`() {
    #expect(withNodeCount { count in count().nodes } == 0)
    #expect(throws: Refusal(number: 7)) { try withNodeCount { _ in throw Refusal(number: 7) } }
    #if DEBUG
      #expect(Context.current.pointee.nodes.register == nil)
    #endif
  }

  @Test func `memory is used again`() {
    let reserved = withStack { () -> Int in
      // A thread of its own, with memory of its own: others can neither take its spare blocks nor leave it any.
      Context.current.pointee.nodes = Slab(orphans: OrphanedBlocks())
      Context.current.pointee.edges = Slab(orphans: OrphanedBlocks())
      let stored = StoredProperty(0)
      func use() {
        let many = (0..<amount(2_000, long: 10_000)).map { number in stored.map { $0 + number } }
        for derived in many { _ = derived.value }
      }
      use()
      return withNodeCount { count in
        for _ in 0..<10 { use() }
        return count().reservedBytes
      }
    }
    #expect(reserved == 0)
  }

  @Test func `a count says what it counts`() {
    #expect(
      NodeCount(nodes: 1, edges: 2, reservedBytes: 3).description == "1 nodes, 2 edges, 3 bytes")
  }
}
