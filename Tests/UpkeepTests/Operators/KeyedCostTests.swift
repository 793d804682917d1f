import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C2: an edit calls closures only for the elements that it edits.
@Suite(.leavesNothing) struct KeyedCostTests {
  private static let count = 1_000

  let items = KeyedItems(KeyedItem.items(count))
  let people = KeyedItems((0..<100).map { KeyedItem(id: $0, cost: $0) })
  let calls = KeyedCalls()
  let updater = scopedUpdater()

  /// The calls that each of several edits makes, of one element or of many.
  private func callsOfEdits(_ finish: () -> Void) -> [Int] {
    [
      { items.update(500) { $0.cost += 1_000 } },
      { batch { for id in 100..<110 { items.update(id) { $0.cost += 1_000 } } } },
      { items.append(KeyedItem(id: -1, cost: 5)) },
      { items.insert(KeyedItem(id: -2, cost: 5), at: 300) },
      { items.move(7, to: 900) },
      { items.remove(20) },
      { batch { for id in 200..<250 { items.remove(id) } } },
      { items.removeAll { (600..<650).contains($0.id) } },
      { items.replaceAll(with: items.peek().map { $0.id == 3 ? KeyedItem(id: 3) : $0 }) },
    ].map { (edit: () -> Void) in
      calls.during {
        edit()
        finish()
      }
    }
  }

  @Test(arguments: KeyedOperator.calling, [true, false])
  func `law C2: an operator calls its closure once for each element, and for each edited one`(
    kind: KeyedOperator, isWatched: Bool
  ) {
    let property = kind.make(over: items, with: people, calls)
    let read = { _ = property.untypedValue }
    let make = { _ = isWatched ? updater.keepUpToDate(read) : nil }
    #expect(calls.during(isWatched ? make : read) == Self.count)
    #expect(callsOfEdits(isWatched ? {} : read) == [1, 10, 1, 1, 0, 0, 0, 0, 1])
    #expect(Graph.violations(around: [items, property]) == [])
  }

  @Test(arguments: KeyedOperator.calling)
  func `law C2: an operator that is not needed calls no closure`(kind: KeyedOperator) {
    let property = kind.make(over: items, with: people, calls)
    #expect(callsOfEdits {}.reduce(0, +) == 0)
    let token = updater.keepUpToDate(dependencies: [property]) {}
    #expect(calls.take() > 0)
    token.cancel()
    for id in 700..<800 { items.update(id) { $0.cost = 1 } }
    #expect(calls.take() == 0)
  }

  @Test func `law C2: an edit of a partner calls for the elements that are joined to it`() {
    let keys = KeyedCalls()
    let pairs = items.joined(
      with: people, on: keys.counting { abs($0.id) % 100 }, calls.counting { $0.cost + $1.cost })
    updater.keepUpToDate { _ = pairs.value }
    #expect(calls.take() == Self.count && keys.take() == Self.count)
    let edits: [() -> Void] = [
      { people.update(5) { $0.cost = 3 } }, { people.append(KeyedItem(id: 1_000)) },
      { people.move(5, to: 0) }, { people.remove(7) }, { people.append(KeyedItem(id: 7)) },
    ]
    #expect(edits.map { calls.during($0) } == [Self.count / 100, 0, 0, 0, Self.count / 100])
    #expect(keys.count == 0)
  }

  @Test func `law C2: a fold adds and removes only edited elements`() {
    let removals = KeyedCalls()
    let total = items.fold(
      0, adding: calls.counting { $0 + $1.cost }, removing: removals.counting { $0 - $1.cost })
    updater.keepUpToDate { _ = total.value }
    #expect(calls.take() == Self.count && removals.take() == 0)
    let edits: [() -> Void] = [
      { items.update(3) { $0.cost = 0 } }, { items.append(KeyedItem(id: -1)) },
      { batch { for id in 10..<20 { items.remove(id) } } }, { items.move(5, to: 900) },
    ]
    let counts = edits.map { [calls.during($0), removals.take()] }
    #expect(counts == [[1, 1], [1, 0], [0, 10], [0, 0]])
  }

  @Test func `law C2: a running total calls from an edit on, up to a total that is as before`() {
    let totals = items.scan(0, calls.counting { $0 + $1.cost })
    let table = KeyedTable(updater, totals)
    #expect(calls.take() == Self.count)
    let edits: [() -> Void] = [
      { items.append(KeyedItem(id: -1, cost: 5)) },
      { items.update(500) { $0.cost += 1 } },
      { items.update(500) { $0.group += 1 } },
      { items.insert(KeyedItem(id: -2, cost: 0), at: 300) },
      { items.remove(-2) },
      { items.move(7, to: 9) },
      {
        batch {
          items.update(10) { $0.cost += 1 }
          items.update(20) { $0.cost -= 1 }
        }
      },
      { items.remove(-1) },
    ]
    #expect(edits.map { calls.during($0) } == [1, 501, 1, 2, 1, 4, 11, 0])
    #expect(
      table.take() == [
        [0, 1, 0, 0], [0, 0, 0, 501], [0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 3], [0, 0, 0, 10],
        [1, 0, 0, 0],
      ])
    #expect((table.rows.last, totals.value.ids.last) == (499_501, 999))
  }

  @Test func `law C2: an order costs one sort, then at most four log n comparisons an edit`() {
    let inOrder = items.sorted(by: calls.counting { $0.cost < $1.cost })
    updater.keepUpToDate { _ = inOrder.value }
    let log = 10  // 2^10 > 1,000
    #expect(calls.take() <= 2 * Self.count * log)
    var random = SplitMix64(seed: 1)
    var (total, most) = (0, 0)
    for step in 0..<500 {
      let calls = calls.during {
        switch step % 4 {
        case 0: items.append(KeyedItem(id: 10_000 + step, cost: random.below(1_000)))
        case 1: items.remove(10_000 + step - 1)
        default: items.update(random.below(Self.count)) { $0.cost = random.below(1_000) }
        }
      }
      total += calls
      most = max(most, calls)
    }
    #expect(total / 500 <= 4 * log && most <= 6 * log)
  }

  @Test func `law C2: an edit compares only the followed element that it edits`() {
    struct Compared: Identifiable, Equatable {
      let id: Int
      var cost = 0
      let calls: KeyedCalls

      static func == (one: Compared, other: Compared) -> Bool {
        one.calls.count += 1
        return one.id == other.id && one.cost == other.cost
      }
    }
    let items = StoredCollection((0..<100).map { Compared(id: $0, calls: calls) })
    let seen = (0..<100).map { items.element($0) }.map { element in Seen { element.value } }
    // At most one comparison each for the edit, the collection, the element's cell, and the
    // followed element.
    #expect(calls.during { items.update(7) { $0.cost = 1 } } <= 4)
    #expect([calls.during { items.move(3, to: 90) }, calls.during { items.remove(50) }] == [0, 0])
    #expect(seen.map(\.values.count).reduce(0, +) == 102)
  }

  @Test func `law C2: least elements and totals of groups cost log n calls an edit`() {
    let combinations = KeyedCalls()
    let least = items.min(by: calls.counting { $0.cost < $1.cost })
    let costs = items.combined(\.cost, with: combinations.counting(+), by: \.group)
    updater.keepUpToDate { _ = (least.value, costs.value) }
    // The groups have 334, 333 and 333 elements.
    #expect(calls.take() == Self.count - 1 && combinations.take() == Self.count - 3)
    var most = [0, 0]
    for id in 0..<Self.count {
      items.update(id) { $0.cost = -$0.cost }
      most = [max(most[0], calls.take()), max(most[1], combinations.take())]
    }
    // The tree has nodes of 16 on three levels.
    #expect(most.allSatisfy { $0 <= 3 * 16 } && least.value?.id == Self.count - 1)
    // Two groups change.
    #expect(combinations.during { items.update(5) { $0.group = 1 } } <= 2 * 3 * 16)
    #expect(combinations.during { items.append(KeyedItem(id: -1, group: 9, cost: 1)) } == 0)
    #expect(combinations.during { items.remove(-1) } == 0)
    #expect(costs.value.ids == [0, 1, 2])
  }

  @Test func `law C2: an edit costs as much in a large collection as in a small one`() {
    let growth = [1_000, amount(20_000, long: 1_000_000)].map { count -> Int in
      let items = KeyedItems(KeyedItem.items(count))
      let calls = KeyedCalls()
      let page = items.filter(calls.counting { $0.cost % 2 == 0 })
        .map(calls.counting { (item: KeyedItem) in item.cost })
        .sorted(on: calls.counting { -$0 }).window(0..<10)
      let updater = Updater()
      updater.keepUpToDate { _ = page.value }
      return calls.during { items.update(8) { $0.cost += 2 } }
    }
    #expect(growth == [3, 3])
  }

  @Test(arguments: [16, 256, 4_096])
  func `law C2: partial results are kept where the tree has one level more, or less`(count: Int) {
    let items = KeyedItems(KeyedItem.items(count))
    let calls = KeyedCalls()
    let most = items.combined(calls.counting { $0.cost }) { max($0, $1) }
    #expect(most.value == count - 1)
    for _ in 0..<3 {
      calls.count = 0
      items.append(KeyedItem(id: count, cost: count))
      #expect(most.value == count && calls.count <= 17)
      calls.count = 0
      items.remove(count)
      #expect(most.value == count - 1 && calls.count <= 17)
    }
  }
}
