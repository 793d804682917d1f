import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C9: closures may read properties, whose change costs one pass over the elements.
@Suite(.leavesNothing) struct KeyedParameterTests {
  private static let count = 200

  let items = KeyedItems(KeyedItem.items(count))
  let limit = StoredProperty(50)
  let calls = KeyedCalls()
  let updater = scopedUpdater()

  @Test func `law C9: the change of a predicate is one pass, however many read the result`() {
    let shown = items.filter(calls.counting { $0.cost < limit.value })
    var log: [Int] = []
    for _ in 0..<5 { updater.keepUpToDate { log.append(shown.value.count) } }
    let total = shown.sum { $0.cost }
    updater.keepUpToDate { log.append(total.value) }
    #expect(calls.take() == Self.count)
    log = []
    limit.value = 10
    #expect(calls.take() == Self.count && log.sorted() == [10, 10, 10, 10, 10, 45])
    let edits: [() -> Void] = [
      { limit.value = 10 }, { items.update(3) { $0.cost = 11 } }, { limit.value = 12 },
    ]
    #expect(edits.map { calls.during($0) } == [0, 1, Self.count])
    #expect(Graph.violations(around: [items, limit]) == [])
  }

  @Test func `law C9: a predicate that is not needed is not called when its inputs change`() {
    let shown = items.filter(calls.counting { $0.cost < limit.value })
    let token = updater.keepUpToDate { _ = shown.value }
    token.cancel()
    calls.count = 0
    for number in 0..<10 { limit.value = number }
    #expect((calls.take(), shown.value.count, calls.take()) == (0, 9, Self.count))
  }

  @Test func `law C9: a property that one element reads calls for that one alone`() {
    let prices = (0..<Self.count).map { StoredProperty($0) }
    let shown = items.filter(calls.counting { prices[$0.id].value % 2 == 0 })
    let sum = items.sum { prices[$0.id].value }
    let inOrder = items.sorted(on: calls.counting { -prices[$0.id].value })
    let seen = Seen { [shown.value.count, sum.value, inOrder.value.first?.id ?? -1] }
    calls.count = 0
    prices[3].value = 1_000
    #expect(calls.take() == 2 && seen.values.last == [101, 19_900 - 3 + 1_000, 3])
    batch { for id in 10..<20 { prices[id].value += 2 } }
    #expect(calls.take() == 20)
    items.remove(3)
    prices[3].value = 7
    #expect((calls.take(), prices[3].subscriberCount, seen.values.last?.last) == (0, 0, 199))
    items.move(5, to: 0)
    prices[5].value = 2_000
    #expect(calls.take() == 2 && seen.values.last == [101, 21_912, 5])
  }

  @Test func `law C9: an element whose closure stops reading a property does not follow it`() {
    let limit = StoredProperty(0)
    let shown = items.filter(calls.counting { $0.group > 0 || $0.cost >= limit.value })
    updater.keepUpToDate { _ = shown.value }
    #expect(calls.take() == Self.count)
    limit.value = 1
    // A third of the elements read the limit.
    #expect(calls.take() == 67 && shown.value.count == Self.count - 1)
    batch { for item in KeyedItem.items(Self.count) { items.update(item.id) { $0.group = 1 } } }
    calls.count = 0
    limit.value = 2
    #expect(calls.take() == 0 && limit.subscriberCount == 0)
  }

  @Test func `law C9: elements whose closure reads properties may stand among others`() {
    let shown = items.filter(calls.counting { $0.id % 7 != 0 || $0.cost < limit.value })
    let readers = (0..<Self.count).filter { $0 % 7 == 0 }
    func expected() -> [Int] { (0..<Self.count).filter { $0 % 7 != 0 || $0 < limit.value } }
    // The first computation is in a transaction that rolls back, so nothing of it stays.
    undoneTransaction { #expect(shown.value.ids == expected() && calls.take() == Self.count) }
    let seen = Seen { shown.value.ids }
    #expect(seen.values == [expected()])
    calls.count = 0
    limit.value = 10
    #expect(calls.take() == readers.count && seen.values.last == expected())
    for id in [8, 14] { items.update(id) { $0.group += 1 } }
    #expect(calls.take() == 2 && seen.values.last == expected())
    #expect(Graph.violations(around: [items, limit]) == [])
  }

  @Test func `law C9: a change of elements and of a parameter in one turn is one pass`() {
    let shown = items.filter(calls.counting { $0.cost < limit.value })
    let seen = Seen { shown.value.ids }
    calls.count = 0
    batch {
      limit.value = 10
      items.update(3) { $0.cost = 300 }
      items.remove(4)
      items.append(KeyedItem(id: 1_000, cost: 0))
    }
    #expect(calls.take() == Self.count)
    #expect(seen.values == [Array(0..<50), [0, 1, 2, 5, 6, 7, 8, 9, 1_000]])
  }

  @Test func `law C9: the change of an order is one sort`() {
    let isDescending = StoredProperty(false)
    let comparisons = KeyedCalls()
    let inOrder = items.sorted(by: isDescending) { isDescending, one, other in
      comparisons.count += 1
      return isDescending ? one.cost > other.cost : one.cost < other.cost
    }
    var log: [Int] = []
    for _ in 0..<3 { updater.keepUpToDate { log.append(inOrder.value.first?.id ?? -1) } }
    let sort = 2 * Self.count * 8  // 2^8 > 200
    #expect(comparisons.take() <= sort)
    isDescending.value = true
    #expect((1...sort).contains(comparisons.take()))
    items.update(3) { $0.cost = 500 }
    #expect(comparisons.take() <= 4 * 8 + 8)
    batch {
      isDescending.value = false
      items.update(3) { $0.cost = -5 }
    }
    #expect((1...sort).contains(comparisons.take()))
    #expect(log == [0, 0, 0, 199, 199, 199, 3, 3, 3, 3, 3, 3])
  }

  @Test func `law C9: a change of a key's input is one pass, for every keyed operator`() {
    let divisor = StoredProperty(2)
    let people = KeyedItems(KeyedItem.items(10))
    let keys = (0..<3).map { _ in KeyedCalls() }
    let pairs = KeyedCalls()
    let key = { (item: KeyedItem) in item.cost % divisor.value }
    let inOrder = items.sorted(on: keys[0].counting(key))
    let groups = items.grouped(by: keys[1].counting(key))
    let joined = items.joined(
      with: people, on: keys[2].counting(key), pairs.counting { $0.cost + $1.cost })
    updater.keepUpToDate { _ = (inOrder.value, groups.value, joined.value) }
    #expect(keys.map { $0.take() } == [200, 200, 200] && pairs.take() == 200)
    divisor.value = 4
    // Half of the elements get other partners.
    #expect(keys.map { $0.take() } == [200, 200, 200] && pairs.take() == 100)
    let byKey = (0..<4).map { key in (0..<Self.count).filter { $0 % 4 == key } }
    #expect(inOrder.value.ids == byKey.flatMap(\.self))
    #expect(groups.value.map { $0.elements.ids } == byKey)
  }

  @Test func `law C9: moving a window costs only the elements that enter it`() {
    let range = StoredProperty(0..<10)
    let page = items.window(range).map(calls.counting { (item: KeyedItem) in item.cost })
    let table = KeyedTable<Int, Int>()
    updater.follow(page) { table.apply($0) }
    #expect(calls.take() == 10 && table.take() == [[0, 10, 0, 0]])
    for (start, end, removals, insertions) in [(3, 13, 3, 3), (3, 20, 0, 7), (100, 110, 17, 10)] {
      range.value = start..<end
      #expect(calls.take() == insertions && table.take() == [[removals, insertions, 0, 0]])
    }
    for next in [195..<400, 300..<400, 98..<103] {
      range.value = next
      let shown = Array(next.clamped(to: 0..<Self.count))
      #expect(calls.take() == shown.count && table.rows == shown)
    }
    // Elements outside the window are not read.
    items.update(5) { $0.cost = 0 }
    #expect(calls.take() == 0)
    items.remove(5)
    #expect(calls.take() == 1 && table.rows == Array(99..<104))
  }

  @Test func `a window may end at the last of all positions`() {
    let all = Array(0..<Self.count)
    #expect(items.window(0...Int.max).value.ids == all)
    #expect(items.window(...Int.max).value.ids == all)
    #expect(items.window(Int.min...1).value.ids == [0, 1])
    #expect(items.window(Int.max...Int.max).value.isEmpty)
  }
}
