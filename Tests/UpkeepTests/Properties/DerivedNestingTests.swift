import Testing

@testable import Upkeep

/// Counts the living objects that hold one of its tickets.
private final class Tally {
  var alive = 0

  final class Ticket {
    let tally: Tally

    init(_ tally: Tally) {
      self.tally = tally
      tally.alive += 1
    }

    deinit { tally.alive -= 1 }
  }
}

@Suite(.leavesNothing) struct DerivedNestingTests {
  let updater = scopedUpdater()

  @Test func `may be created inside another, or in an effect`() {
    let a = StoredProperty(1)
    let b = StoredProperty(10)
    let outer = DerivedProperty {
      let inner = DerivedProperty { a.value * 2 }
      return inner.value + b.value
    }
    var seen: [[Int]] = []
    checkingInvariants(of: [a, b]) {
      updater.keepUpToDate {
        let inner = DerivedProperty(a) { $0 * 3 }
        seen.append([outer.value, inner.value])
      }
      a.value = 2
      b.value = 20
      a.value = 3
    }
    #expect(seen == [[12, 3], [14, 6], [24, 6], [26, 9]])
  }

  @Test func `the sources of an inner one are the outer's only through a read`() {
    let a = StoredProperty(1)
    let b = StoredProperty(10)
    var runs = 0
    let outer = DerivedProperty {
      runs += 1
      let unread = DerivedProperty { b.value }
      let peeked = DerivedProperty { b.value + 1 }
      return [a.value, peeked.peek(), unread.peek()]
    }
    checkingInvariants(of: [a, b]) {
      updater.keepUpToDate { _ = outer.value }
      b.value = 20
      #expect(runs == 1)
      #expect(b.subscriberCount == 0)
      a.value = 2
    }
    #expect(runs == 2)
    #expect(outer.value == [2, 21, 20])
  }

  //   items ─> item.index (of each) ─> effect
  @Test func `a value derived for a removed item is not computed any more`() {
    final class Item {
      var index: DerivedProperty<Int?>?
      var runs = 0
    }
    let items = StoredProperty<[Item]>([])
    func makeItem() -> Item {
      let item = Item()
      item.index = DerivedProperty { [unowned item, unowned items] in
        item.runs += 1
        return items.value.firstIndex { $0 === item }
      }
      return item
    }
    let old = [makeItem(), makeItem()]
    let new = [makeItem()]
    var seen: [[Int?]] = []
    items.value = old
    checkingInvariants(of: [items]) {
      updater.keepUpToDate { seen.append(items.value.map { $0.index?.value }) }
      #expect(old.map(\.runs) == [1, 1])
      items.value = new
      items.value = new + [makeItem()]
    }
    #expect(seen == [[0, 1], [0], [0, 1]])
    #expect(old.map(\.runs) == [1, 1])
    #expect(new.map(\.runs) == [2])
    items.value = []
  }

  @Test func `one that creates another each time it runs keeps none of the old ones`() {
    let number = StoredProperty(0)
    let tally = Tally()
    let outer = DerivedProperty {
      let ticket = Tally.Ticket(tally)
      let inner = DerivedProperty { withExtendedLifetime(ticket) { number.value } }
      return inner.value
    }
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { _ = outer.value }
      let nodes = Context.current.pointee.nodes.count
      let edges = Context.current.pointee.edges.count
      for value in 1...1000 {
        number.value = value
        #expect(tally.alive == 1)
      }
      // Fewer, where a release that was left to this thread before has come meanwhile.
      #expect(Context.current.pointee.nodes.count <= nodes)
      #expect(Context.current.pointee.edges.count <= edges)
    }
  }

  @Test func `read only where nothing is tracked, it is not a dependency of an effect`() {
    let number = StoredProperty(1)
    let double = DerivedProperty { number.value * 2 }
    let trigger = StoredProperty(0)
    var seen: [Int] = []
    checkingInvariants(of: [number, trigger]) {
      updater.keepUpToDate {
        _ = trigger.value
        seen.append(untracked { double.value } + double.peek())
      }
      number.value = 2
      #expect(seen == [4])
      #expect(double.subscriberCount == 0)
      trigger.value = 1
    }
    #expect(seen == [4, 8])
  }
}
