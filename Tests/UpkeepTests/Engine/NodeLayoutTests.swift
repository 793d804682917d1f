import Testing

@testable import Upkeep

/// Where fields of nodes and edges are that are reached without an access to the whole.
@Suite(.leavesNothing) struct NodeLayoutTests {
  @Test func `the closure of a node is where it is looked for, and the owner's word is the last`() {
    let node = NodePointer.allocate(capacity: 1)
    node.initialize(to: Node([]))
    let base = UnsafeMutableRawPointer(node)
    withUnsafeMutablePointer(to: &node.pointee.recompute) {
      #expect(UnsafeMutableRawPointer($0) - base == NodePointer.recomputeOffset)
    }
    node.set(.isAbandoned)
    #expect(node.pointee.ownerAndSigns == Node.Signs.isAbandoned.rawValue)
    #expect(node.signs == .isAbandoned && node.owner == nil)
    node.deinitialize(count: 1)
    node.deallocate()
  }

  @Test func `the traits of an edge are last`() {
    let edge = EdgePointer.allocate(capacity: 1)
    let node = NodePointer.allocate(capacity: 1)
    node.initialize(to: Node([]))
    edge.initialize(to: Edge(input: node, subscriber: node, run: 32, traits: Edge.retaining))
    #expect(edge.retainsElsewhere)
    edge.setTraits(Edge.attached)
    #expect(edge.pointee.runAndTraits == Edge.attached && !edge.retainsElsewhere)
    node.deinitialize(count: 1)
    node.deallocate()
    edge.deallocate()
  }
}
