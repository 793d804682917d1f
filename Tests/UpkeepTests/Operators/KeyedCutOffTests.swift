import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C3: an equal result is no change.
@Suite(.leavesNothing) struct KeyedCutOffTests {
  let items = KeyedItems(KeyedItem.items(10))
  let updater = scopedUpdater()

  /// Every operator, each with an effect that counts its runs.
  private func watchAll(_ runs: KeyedCalls) {
    let operators = KeyedOperator.allCases.map { $0.make(over: items, with: items, KeyedCalls()) }
    for property in [items] + operators {
      updater.keepUpToDate(dependencies: [property]) { runs.count += 1 }
    }
    #expect(runs.take() == operators.count + 1)
  }

  @Test func `law C3: a result that is equal changes nothing below`() {
    let (calls, runs) = (KeyedCalls(), KeyedCalls())
    let isEven = items.map { $0.cost % 2 == 0 }
    let even = isEven.filter(calls.counting { $0 })
    updater.keepUpToDate(dependencies: [even]) { runs.count += 1 }
    #expect(calls.take() == 10 && runs.take() == 1)
    items.update(4) { $0.cost += 2 }
    batch { for id in 0..<10 { items.update(id) { $0.cost += 4 } } }
    #expect(calls.take() == 0 && runs.take() == 0)
    items.update(4) { $0.cost += 1 }
    #expect(calls.take() == 1 && runs.take() == 1)
  }

  @Test func `law C3: an edit that leaves an element as it is wakes no effect`() {
    let runs = KeyedCalls()
    watchAll(runs)
    items.update(3) { $0.cost += 0 }
    items[3] = KeyedItem(id: 3, group: 0, cost: 3)
    items.replaceAll(with: KeyedItem.items(10))
    items.move(3, to: 3)
    items.remove(77)
    items.removeAll { $0.cost > 50 }
    items.update(77) { $0.cost = 0 }
    items[77] = nil
    #expect(runs.count == 0)
  }

  @Test(arguments: [true, false])
  func `law C3: edits that net to nothing in a batch wake no effect`(isRead: Bool) {
    let runs = KeyedCalls()
    watchAll(runs)
    let even = items.filter { $0.cost % 2 == 0 }
    let edits: [(there: () -> Void, back: () -> Void)] = [
      ({ items.append(KeyedItem(id: 50)) }, { items.remove(50) }),
      ({ items.move(3, to: 8) }, { items.move(3, to: 3) }),
      ({ items.update(4) { $0.cost = 5 } }, { items.update(4) { $0.cost = 4 } }),
      ({ items.remove(4) }, { items.insert(KeyedItem(id: 4, group: 1, cost: 4), at: 4) }),
      ({ items.removeAll() }, { items.replaceAll(with: KeyedItem.items(10)) }),
      (
        { items.replaceAll(with: KeyedItem.items(10).reversed()) },
        { items.replaceAll(with: KeyedItem.items(10)) }
      ),
    ]
    for edit in edits {
      let turn = {
        edit.there()
        if isRead { _ = even.value }
        edit.back()
      }
      batch(turn)
      transaction(turn)
    }
    #expect((runs.count, Array(items.value)) == (0, KeyedItem.items(10)))
    #expect(Graph.violations(around: [items]) == [])
  }

  @Test func `law C3: an element that comes back changed in one turn is an update everywhere`() {
    let sorted = items.sorted { $0.cost < $1.cost }
    let even = items.filter { $0.cost % 2 == 0 }
    let costs = items.map { $0.cost }
    let merged = items.merged(with: KeyedItems([]))
    let firsts = items.window(0..<10)
    let joined = items.leftJoined(with: KeyedItems([]), on: { $0.group }) { item, _ in item.cost }
    let tables = [items, sorted, even, merged, firsts].map { KeyedTable(updater, $0) }
    let numbers = [costs, joined].map { KeyedTable(updater, $0) }
    let total = items.sum { $0.cost }
    let element = items.element(4)
    let groups = items.grouped { $0.group }
    let seen: Seen<[Int?]> = Seen {
      [total.value, element.value?.cost, groups.value[id: 1]?.elements[id: 4]?.cost]
    }
    batch {
      items.remove(4)
      items.insert(KeyedItem(id: 4, group: 1, cost: 2), at: 4)
    }
    // In the order of costs the element also moves.
    #expect(
      tables.map { $0.take() }
        == [[[0, 0, 0, 1]], [[0, 0, 1, 1]], [[0, 0, 0, 1]], [[0, 0, 0, 1]], [[0, 0, 0, 1]]])
    #expect(numbers.map { $0.take() } == [[[0, 0, 0, 1]], [[0, 0, 0, 1]]])
    #expect(seen.values == [[45, 4, 4], [43, 2, 2]])
  }

  @Test func `law C3: an element that comes back elsewhere in one turn has moved`() {
    let table = KeyedTable(updater, items)
    batch {
      items.remove(2)
      items.append(KeyedItem(id: 2, group: 2, cost: 2))
    }
    #expect(table.take() == [[0, 0, 1, 0]])
    batch {
      items.remove(2)
      items.insert(KeyedItem(id: 2, group: 2, cost: 7), at: 0)
    }
    #expect((table.take(), table.rows) == ([[0, 0, 1, 1]], Array(items.value)))
  }

  @Test func `law C3: an effect on one element runs for that element alone`() {
    let element = items.element(4)
    let seen = Seen { element.value?.cost }
    items.update(5) { $0.cost = 0 }
    items.move(4, to: 0)
    items.remove(9)
    items.append(KeyedItem(id: 20))
    #expect(seen.values == [4])
    items.update(4) { $0.cost = 40 }
    items.remove(4)
    items.append(KeyedItem(id: 4, cost: 1))
    #expect(seen.values == [4, 40, nil, 1])
  }

  @Test func `law C3: an effect on one incomparable element runs for that element alone`() {
    struct Plain: Identifiable {
      let id: Int
      var cost = 0
    }
    let items = StoredCollection((0..<9).map { Plain(id: $0) })
    let element = items.filter { $0.cost >= 0 }.element(4)
    let seen = Seen { element.value?.cost }
    items.update(5) { $0.cost = 1 }
    items.move(4, to: 0)
    batch {
      items.remove(2)
      items.append(Plain(id: 20))
    }
    #expect(seen.values == [0])
    for _ in 1...2 { items.update(4) { $0.cost = 40 } }
    #expect(seen.values == [0, 40, 40])
  }

  @Test func `law C3: an effect on a rank runs when that rank moves`() {
    let rank = items.sorted { $0.cost < $1.cost }.rank(of: 4)
    let seen = Seen { rank.value }
    items.update(9) { $0.cost = 90 }
    items.update(0) { $0.cost = 1 }
    items.update(4) { $0.group = 2 }
    #expect(seen.values == [4])
    items.update(0) { $0.cost = 50 }
    items.remove(4)
    #expect(seen.values == [4, 3, nil])
  }
}
