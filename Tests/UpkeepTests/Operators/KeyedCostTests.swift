import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C2: an edit calls closures for what it edits.
@Suite(.leavesNothing) struct KeyedCostTests {
  private static let count = 1_000

  let items = KeyedItems(KeyedItem.items(count))
  let people = KeyedItems((0..<100).map { KeyedItem(id: $0, cost: $0) })
  let calls = KeyedCalls()
  let updater = scopedUpdater()

  enum Kind: CaseIterable, Sendable {
    case filter, map, compactMap, grouped, distinct, sortedOn, joinedKey, joinedPair, leftJoinedPair
    case flatMap, sum, average, sumBy, averageBy, combinedBy
  }

  /// An operator whose closure is counted.
  private func make(_ kind: Kind) -> UntypedProperty {
    let calls = calls
    switch kind {
    case .filter: return items.filter(calls.counting { $0.cost % 2 == 0 })
    case .map: return items.map(calls.counting { (item: KeyedItem) in item.cost * 2 })
    case .compactMap:
      return items.compactMap(calls.counting { (item: KeyedItem) -> Int? in item.cost })
    case .grouped: return items.grouped(by: calls.counting { $0.group })
    case .distinct: return items.distinct(by: calls.counting { $0.group })
    case .sortedOn: return items.sorted(on: calls.counting { $0.cost })
    case .joinedKey:
      return items.joined(with: people, on: calls.counting { abs($0.id) % 100 }) {
        $0.cost + $1.cost
      }
    case .joinedPair:
      return items.joined(
        with: people, on: { abs($0.id) % 100 }, calls.counting { $0.cost + $1.cost })
    case .leftJoinedPair:
      return items.leftJoined(
        with: people, on: { abs($0.id) % 100 }, calls.counting { $0.cost + ($1?.cost ?? 0) })
    case .flatMap:
      return items.flatMap(id: { (id: Int) in id }, calls.counting { [$0.id, -$0.id - 1] })
    case .sum: return items.sum(of: calls.counting { $0.cost })
    case .average: return items.average(of: calls.counting { Double($0.cost) })
    case .sumBy: return items.sum(of: calls.counting { $0.cost }) { $0.group }
    case .averageBy: return items.average(of: { Double($0.cost) }, by: calls.counting { $0.group })
    case .combinedBy:
      return items.combined(calls.counting { [$0.cost] }, with: { $0 + $1 }) { $0.group }
    }
  }

  /// The edits of one element, of several, and what each of them calls.
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

  @Test(arguments: Kind.allCases)
  func `law C2: making calls a closure once for each element, an edit once for each edited one`(
    kind: Kind
  ) {
    let property = make(kind)
    #expect(calls.during { updater.keepUpToDate(dependencies: [property]) {} } == Self.count)
    #expect(callsOfEdits {} == [1, 10, 1, 1, 0, 0, 0, 0, 1])
    #expect(Graph.violations(around: [items, property]) == [])
  }

  @Test func `law C2: without an effect a closure is called as often, by the next read`() {
    let even = items.filter(calls.counting { $0.cost % 2 == 0 })
    #expect(calls.during { _ = even.value } == Self.count)
    #expect(calls.during { _ = even.value } == 0)
    #expect(callsOfEdits { _ = even.value } == [1, 10, 1, 1, 0, 0, 0, 0, 1])
  }

  @Test func `law C2: many readers of an operator cost its calls once`() {
    let even = items.filter(calls.counting { $0.cost % 2 == 0 })
    for _ in 0..<5 { updater.keepUpToDate { _ = even.value } }
    updater.follow(even) { _ in }
    #expect(calls.take() == Self.count)
    #expect(calls.during { items.update(4) { $0.cost = 6 } } == 1)
  }

  @Test(arguments: Kind.allCases)
  func `law C2: while nobody needs it, nothing is called`(kind: Kind) {
    let property = make(kind)
    #expect(callsOfEdits {}.reduce(0, +) == 0)
    let token = updater.keepUpToDate(dependencies: [property]) {}
    #expect(calls.take() > 0)
    token.cancel()
    for id in 700..<800 { items.update(id) { $0.cost = 1 } }
    #expect(calls.take() == 0)
  }

  @Test func `law C2: who comes back pays for what was edited meanwhile`() {
    let even = items.filter(calls.counting { $0.cost % 2 == 0 })
    updater.keepUpToDate { _ = even.value }.cancel()
    for id in 0..<20 { items.update(id) { $0.cost += 1 } }
    for _ in 0..<20 { items.update(30) { $0.cost += 1 } }
    #expect(calls.during { updater.keepUpToDate { _ = even.value } } == 21)
  }

  @Test func `law C2: an edit of a partner calls for the elements that are joined to it`() {
    let keys = KeyedCalls()
    let pairs = items.joined(
      with: people, on: keys.counting { abs($0.id) % 100 }, calls.counting { $0.cost + $1.cost })
    updater.keepUpToDate { _ = pairs.value }
    #expect(calls.take() == Self.count && keys.take() == Self.count)
    #expect(calls.during { people.update(5) { $0.cost = 3 } } == Self.count / 100)
    #expect(calls.during { people.append(KeyedItem(id: 1_000)) } == 0)
    #expect(calls.during { people.move(5, to: 0) } == 0)
    #expect(calls.during { people.remove(7) } == 0)
    #expect(calls.during { people.append(KeyedItem(id: 7)) } == Self.count / 100)
    #expect(keys.count == 0)
  }

  @Test func `law C2: folding adds and removes what was edited`() {
    let removals = KeyedCalls()
    let total = items.fold(
      0, adding: calls.counting { $0 + $1.cost }, removing: removals.counting { $0 - $1.cost })
    updater.keepUpToDate { _ = total.value }
    #expect(calls.take() == Self.count && removals.take() == 0)
    items.update(3) { $0.cost = 0 }
    #expect(calls.take() == 1 && removals.take() == 1)
    items.append(KeyedItem(id: -1))
    #expect(calls.take() == 1 && removals.take() == 0)
    batch { for id in 10..<20 { items.remove(id) } }
    #expect(calls.take() == 0 && removals.take() == 10)
    items.move(5, to: 900)
    #expect(calls.take() == 0 && removals.take() == 0)
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
    #expect(total / 500 <= 4 * log)
    #expect(most <= 6 * log)
  }

  @Test func `law C2: least, greatest and combined elements cost log n comparisons an edit`() {
    let least = items.min(by: calls.counting { $0.cost < $1.cost })
    updater.keepUpToDate { _ = least.value }
    #expect(calls.take() == Self.count - 1)
    // A node of 16 on each of three levels.
    var most = 0
    for id in 0..<Self.count {
      most = max(most, calls.during { items.update(id) { $0.cost = -$0.cost } })
    }
    #expect(most <= 3 * 16)
    #expect(least.value?.id == Self.count - 1)
  }

  @Test func `law C2: of many elements that are followed an edit compares the one that it edits`() {
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
    var runs = 0
    for id in 0..<100 {
      let element = items.element(id)
      updater.keepUpToDate {
        _ = element.value
        runs += 1
      }
    }
    runs = 0
    // Once each: the edit, the collection, and the element that is followed, by its cell and by itself.
    #expect(calls.during { items.update(7) { $0.cost = 1 } } <= 4)
    #expect(calls.during { items.move(3, to: 90) } == 0)
    #expect(calls.during { items.remove(50) } == 0)
    #expect(runs == 2)
  }

  @Test func `law C2: the total of a group costs log n combinations an edit, those of others none`()
  {
    let costs = items.combined {
      $0.cost
    } with: {
      self.calls.counting(+)($0, $1)
    } by: {
      $0.group
    }
    updater.keepUpToDate { _ = costs.value }
    // In groups of 334, 333 and 333.
    #expect(calls.take() == Self.count - 3)
    var most = 0
    for id in 0..<Self.count {
      most = max(most, calls.during { items.update(id) { $0.cost += 1 } })
    }
    // A node of 16 on each of three levels.
    #expect(most <= 3 * 16)
    // Both groups.
    #expect(calls.during { items.update(5) { $0.group = 1 } } <= 2 * 3 * 16)
    #expect(calls.during { items.append(KeyedItem(id: -1, group: 9, cost: 1)) } == 0)
    #expect(calls.during { items.remove(-1) } == 0)
    #expect(costs.value.ids == [0, 1, 2])
  }

  @Test
  func `law C2: a number that reads a property is asked again for the elements that have read it`()
  {
    let extra = StoredProperty(0)
    let costs = items.sum(
      of: calls.counting { $0.id < 10 ? $0.cost + extra.value : $0.cost }, by: { $0.group })
    var shown: [[Int]] = []
    updater.keepUpToDate { shown.append(Array(costs.value)) }
    #expect(calls.take() == Self.count)
    #expect(calls.during { extra.value = 1 } == 10)
    let sums = (0..<3).map { group in stride(from: group, to: Self.count, by: 3).reduce(0, +) }
    #expect(shown == [sums, [sums[0] + 4, sums[1] + 3, sums[2] + 3]])
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
