import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C4: the edits that a follower receives lead from the old value to the new one, and are the
/// fewest that do.
@Suite(.leavesNothing) struct KeyedEditTests {
  let items = KeyedItems(KeyedItem.items(100))
  let updater = scopedUpdater()

  @Test func `an edit inside an edit has no effect, and is reported once`() {
    let items = KeyedItems(KeyedItem.items(3))
    let others = KeyedItems([KeyedItem]())
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) {
      items.removeAll { item in
        switch item.id {
        case 0: if let found = items.remove(2) { others.append(found) }
        case 1: items[9] = KeyedItem(id: 9)
        default:
          items.append(KeyedItem(id: 0))
          #expect(items.update(1) { $0.cost = 7 } == nil)
        }
        return false
      }
    }
    #expect((mistakes, items.value.ids, others.value.count) == (4, [0, 1, 2], 0))
  }

  @Test func `a handler inside an edit hears of the mistakes of its scope`() {
    let items = KeyedItems([KeyedItem(id: 0)])
    let target = StoredProperty(0)
    let writing = DerivedProperty {
      target.value += 1
      return 0
    }
    var (inner, outer) = (0, 0)
    withMisuseHandler({ _ in outer += 1 }) {
      items.removeAll { _ in
        withMisuseHandler({ _ in inner += 1 }) { _ = writing.value }
        return false
      }
    }
    #expect((inner, outer) == (1, 0))
  }

  @Test func `a handler that is told of a mistake in an edit may edit`() {
    let items = KeyedItems([KeyedItem(id: 0)])
    withMisuseHandler({ _ in items.append(KeyedItem(id: 8)) }) { items.append(KeyedItem(id: 0)) }
    #expect(items.value.ids == [0, 8])
  }

  @Test func `a lazy sequence that edits the collection does so before it is replaced`() {
    let items = KeyedItems(KeyedItem.items(3))
    let before = items.value
    items.replaceAll(
      with: before.lazy.map { item -> KeyedItem in
        if item.id == 0 { items.append(KeyedItem(id: 7)) }
        return item.id == 2 ? KeyedItem(id: 2, cost: 5) : item
      })
    #expect(items.value.map(\.cost) == [0, 1, 5])
  }

  @Test func `law C4: the first edits insert all elements, and no change makes no edits`() {
    let (table, other) = (KeyedTable<Int, KeyedItem>(), KeyedTable<Int, KeyedItem>())
    updater.follow(items) { table.apply($0) }
    updater.follow(KeyedItems([])) { other.apply($0) }
    #expect([table.take(), other.take()] == [[[0, 100, 0, 0]], [[0, 0, 0, 0]]])
    items.update(3) { $0.cost += 0 }
    items.move(3, to: 3)
    #expect(table.take() == [])
  }

  @Test func `law C4: a follower receives the net edits of a batch, once`() {
    let table = KeyedTable(updater, items)
    batch {
      for _ in 1...2 { for id in 0..<10 { items.update(id) { $0.cost += 1_000 } } }
      for id in 20..<25 { items.remove(id) }
      for id in 200..<203 { items.append(KeyedItem(id: id)) }
      items.append(KeyedItem(id: 300))
      items.remove(300)
    }
    #expect((table.take(), table.rows) == ([[5, 3, 0, 10]], Array(items.value)))
  }

  /// The edits that a table of a hundred elements receives when their order changes.
  private func edits(_ change: (inout [KeyedItem]) -> Void) -> [[Int]] {
    let items = KeyedItems(KeyedItem.items(100))
    let table = KeyedTable(updater, items)
    var new = KeyedItem.items(100)
    change(&new)
    items.replaceAll(with: new)
    #expect(table.rows == new)
    return table.take()
  }

  @Test func `law C4: a rotation moves the shorter part`() {
    #expect(edits { $0 = Array($0[30...] + $0[..<30]) } == [[0, 0, 30, 0]])
    #expect(edits { $0 = Array($0[90...] + $0[..<90]) } == [[0, 0, 10, 0]])
  }

  @Test func `law C4: another order takes no more moves than it needs`() {
    #expect(edits { $0.append($0.remove(at: 0)) } == [[0, 0, 1, 0]])
    #expect(edits { $0.swapAt(40, 41) } == [[0, 0, 1, 0]])
    #expect(edits { $0.reverse() } == [[0, 0, 99, 0]])
    let around = edits {
      $0.remove(at: 50)
      $0.insert(KeyedItem(id: 500), at: 0)
      $0.insert(KeyedItem(id: 501), at: 70)
      $0[20].cost = -1
    }
    #expect(around == [[1, 2, 0, 1]])
  }

  @Test func `law C4: two elements far apart that change places are two moves`() {
    let table = KeyedTable(updater, items)
    batch {
      items.move(10, to: 90)
      items.move(90, to: 10)
    }
    #expect((table.take(), table.rows) == ([[0, 0, 2, 0]], Array(items.value)))
  }

  @Test func `law C4: after a pause a follower is told the net edits at once`() {
    let shown = items.filter { $0.cost < 1_000 }
    let table = KeyedTable(updater, shown)
    updater.pause()
    for id in 0..<5 { items.remove(id) }
    for id in 10..<14 { items.update(id) { $0.cost = 2_000 } }
    for id in 20..<23 { items.update(id) { $0.group = 9 } }
    items.append(KeyedItem(id: 100))
    items.append(KeyedItem(id: 101))
    items.remove(101)
    items.move(99, to: 0)
    #expect(table.take() == [])
    updater.unpause()
    #expect((table.take(), table.rows) == ([[9, 1, 1, 3]], Array(shown.value)))
    updater.pause()
    items.remove(50)
    items.insert(KeyedItem(id: 50, group: 50 % 3, cost: 50), at: items.peek().index(of: 51) ?? 0)
    updater.unpause()
    #expect(table.take() == [])
  }

  @Test func `law C4: an operator that missed turns catches up with the net edits`() {
    let calls = KeyedCalls()
    let shown = items.map(calls.counting { (item: KeyedItem) in item.cost })
    _ = shown.value
    calls.count = 0
    for id in 0..<10 { items.update(id) { $0.cost += 1 } }
    items.remove(99)
    items.append(KeyedItem(id: 200))
    let table = KeyedTable(updater, shown)
    #expect((calls.count, table.rows) == (11, Array(items.value).map(\.cost)))
  }

  @Test func `law C4: comparing two kept values costs their difference`() {
    let first = items.value
    items.remove(3)
    items.update(4) { $0.cost = 0 }
    let second = items.value
    items.append(KeyedItem(id: 3))
    let there = CollectionEdits(from: first, to: second)
    let back = CollectionEdits(from: second, to: first)
    #expect(there.removals.map(\.offset) == [3] && there.updates.map { [$0, $1] } == [[4, 3]])
    #expect(back.insertions.map(\.offset) == [3] && back.updates.map { [$0, $1] } == [[3, 4]])
    let table = KeyedTable<Int, KeyedItem>(Array(second))
    table.apply(back)
    #expect(table.rows == Array(first) && CollectionEdits(from: first, to: first).isEmpty)
  }
}
