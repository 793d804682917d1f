import Differential
import Testing

@testable import Upkeep

/// The offsets of fields that the engine reaches without access to the whole node or edge, and of
/// fields that C lays out.
@Suite(.leavesNothing) struct NodeLayoutTests {
  let context = Context.current

  @Test func `the offsets of a node's closure and owner word are right`() {
    let node = context.makeNode([])
    let base = UnsafeMutableRawPointer(node.pointer)
    withUnsafeMutablePointer(to: &node.pointer.pointee.recompute) {
      #expect(UnsafeMutableRawPointer($0) - base == NodeRef.recomputeOffset)
    }
    #expect(MemoryLayout<Node.Run>.size == MemoryLayout<Node.Recompute>.size)
    withUnsafeMutablePointer(to: &node.pointer.pointee.ownerAndSigns) {
      #expect(UnsafeMutableRawPointer($0) - base == NodeRef.wordOffset)
    }
    node.set(.isAbandoned)
    #expect(node.signs == .isAbandoned && node.owner == nil)
    context.free(node)
  }

  @Test func `the offset of an edge's traits is right`() {
    let node = context.makeNode([])
    let edge = context.makeEdge(from: node, to: node, run: 32)
    let base = UnsafeMutableRawPointer(edge.pointer)
    withUnsafeMutablePointer(to: &edge.pointer.pointee.runAndTraits) {
      #expect(UnsafeMutableRawPointer($0) - base == EdgeRef.traitsOffset)
    }
    edge.setTraits(Edge.attached)
    #expect(edge.runAndTraits == Edge.attached && !edge.retainsElsewhere)
    context.free(edge)
    context.free(node)
  }

  @Test(.hops) func `a thread that has no context yet has a reader that expects nothing`() {
    let isAsItShouldBe = withStack {
      let before = Context.installed
      guard before.pointee.care == .unmade, let reader = before.pointee.tracker?.pointer,
        before.pointee.computing?.pointer == reader, !before.writesArePlain,
        before.pointee.keepDepth == 0,
        reader.pointee.flags == .constant, reader.pointee.firstInput == nil,
        reader.pointee.lastInput == nil
      else { return false }
      return Context.current != before && Context.current == Context.installed
    }
    #expect(isAsItShouldBe)
  }

  #if DEBUG
    @Test(.hops, arguments: [false, true])
    func `a debug build stops where a handle names a node or an edge that was freed`(
      isEdge: Bool
    ) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [isEdge = isEdge as Bool] in
        let context = Context.current
        let node = context.makeNode([])
        if isEdge {
          let edge = context.makeEdge(from: node, to: node, run: 0)
          context.free(edge)
          _ = edge.version
        } else {
          context.free(node)
          _ = node.flags
        }
      }
      let text = standardError(result)
      #expect(
        text.contains("this \(isEdge ? "edge" : "node") was freed")
          || text.contains("heap-use-after-free"))
    }
  #endif
}
