import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedNestingTests {
  let updater = scopedUpdater()

  @Test func `a derived value may be created inside another, or in an effect`() {
    let a = StoredProperty(1)
    let b = StoredProperty(10)
    let outer = DerivedProperty {
      let inner = DerivedProperty { a.value * 2 }
      return inner.value + b.value
    }
    let seen = updater.readings(of: [outer.value, DerivedProperty(a) { $0 * 3 }.value]) {
      a.value = 2
      b.value = 20
      a.value = 3
    }
    #expect(seen == [[12, 3], [14, 6], [24, 6], [26, 9]])
  }

  @Test func `the sources of an inner one are the outer's only through a read`() {
    let a = StoredProperty(1)
    let b = StoredProperty(10)
    let outer = DerivedProperty {
      let unread = DerivedProperty { b.value }
      let peeked = DerivedProperty { b.value + 1 }
      return [a.value, peeked.peek(), unread.peek()]
    }
    let seen = updater.readings(of: outer.value, around: [b]) {
      b.value = 20
      #expect(b.subscriberCount == 0)
      a.value = 2
    }
    #expect(seen == [[1, 11, 10], [2, 21, 20]])
  }

  @Test func `a derived value that creates another in each run keeps none of the old ones`() {
    let number = StoredProperty(0)
    var alive = 0
    let outer = DerivedProperty {
      alive += 1
      let witness = Witness { alive -= 1 }
      let inner = DerivedProperty { withExtendedLifetime(witness) { number.value } }
      return inner.value
    }
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { _ = outer.value }
      let nodes = Context.current.pointee.nodes.count
      let edges = Context.current.pointee.edges.count
      for value in 1...1000 {
        number.value = value
        #expect(alive == 1)
      }
      // Fewer, where a release that was left to this thread before has come meanwhile.
      #expect(Context.current.pointee.nodes.count <= nodes)
      #expect(Context.current.pointee.edges.count <= edges)
    }
  }
}
