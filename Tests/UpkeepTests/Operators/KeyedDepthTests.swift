import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C7: depth and width do not matter.
///
/// All tests run on 512 KB of stack.
@Suite(.leavesNothing) struct KeyedDepthTests {
  private static let length = 1_000

  @Test func `law C7: four operators over a million elements are right`() {
    let count = amount(10_000, long: 1_000_000)
    let log = withStack { () -> [[Int]] in
      let items = KeyedItems(KeyedItem.items(count))
      let offset = StoredProperty(0)
      var log: [[Int]] = []
      do {
        let shown = items.filter { $0.cost % 2 == 0 }
          .map { $0.cost + offset.value }
          .sorted(on: { -$0 })
        let page = shown.window(0..<2)
        let total = shown.sum { $0 }
        let groups = items.grouped { $0.group }
        let updater = Updater()
        updater.keepUpToDate { log.append(Array(page.value) + [total.value, groups.value.count]) }
        items.update(0) { $0.cost = 2 * count }
        offset.value = 1
        items.replaceAll(with: KeyedItem.items(count).reversed())
        items.removeAll()
      }
      log.append([items.subscriberCount])
      return log
    }
    let half = count / 2
    let total = half * (half - 1)
    let last = count - 2
    #expect(
      log == [
        [last, last - 2, total, 3], [2 * count, last, total + 2 * count, 3],
        [2 * count + 1, last + 1, total + 2 * count + half, 3],
        [last + 1, last - 1, total + half, 3], [0, 0], [0],
      ])
  }

  /// An operator whose result has the type of its source.
  enum Link: CaseIterable, Sendable {
    case distinct, filter, sortedBy, sortedOn, window, merged, map, reading, joined

    /// The operators that pass the elements on as they are.
    static let passing: [Link] = [.distinct, .filter, .sortedBy, .sortedOn, .window, .merged]

    func next(
      _ last: Property<KeyedArray<Int, KeyedItem>>, _ index: Int
    ) -> Property<KeyedArray<Int, KeyedItem>> {
      let isEven = index % 2 == 0
      switch self {
      case .distinct: return last.distinct { $0.id }
      case .filter: return last.filter { $0.cost >= 0 }
      case .sortedBy: return last.sorted { isEven ? $0.id < $1.id : $0.id > $1.id }
      case .sortedOn: return last.sorted(on: { isEven ? $0.id : -$0.id })
      case .window: return last.window(0..<10)
      case .merged: return last.merged(with: KeyedItems([]))
      case .map: return last.map { KeyedItem(id: $0.id, group: index, cost: $0.cost + 1) }
      case .reading:
        let limit = StoredProperty(0)
        return isEven
          ? last.filter { $0.cost >= limit.value }
          : last.map { KeyedItem(id: $0.id, cost: $0.cost + limit.value) }
      case .joined:
        return last.leftJoined(with: KeyedItems([]), on: { $0.id }) { item, _ in item }
      }
    }
  }

  @Test(arguments: Link.allCases)
  func `law C7: a chain of a thousand operators is made, read, edited and dropped`(kind: Link) {
    let log = withStack { () -> [Int] in
      let items = KeyedItems(KeyedItem.items(3))
      var log: [Int] = []
      do {
        var last: Property<KeyedArray<Int, KeyedItem>> = items
        for index in 0..<Self.length { last = kind.next(last, index) }
        log.append(last.value.count)
        items.append(KeyedItem(id: 10, cost: 10))
        log.append(last.value.count)
        let updater = Updater()
        let end = last
        updater.keepUpToDate { log.append(end.value.count) }
        items.append(KeyedItem(id: 11, cost: 10))
        undoneTransaction {
          items.removeAll()
          log.append(end.value.count)
        }
        items.remove(0)
        log.append(end.value.count)
      }
      log.append(items.subscriberCount)
      return log
    }
    #expect(log == [3, 4, 4, 5, 0, 4, 4, 0])
  }

  /// If each operator wrapped the rule once more, comparisons would cost the square of a chain's
  /// length, and stack for each operator.
  @Test(arguments: Link.passing)
  func `law C7: an operator passes on the rule of its elements as it is`(kind: Link) {
    // SAFETY: touched on this thread alone.
    nonisolated(unsafe) var addresses: [UInt] = []
    let items = KeyedItems(
      KeyedItem.items(3),
      changes: ChangeRule { old, new in
        var here = 0
        withUnsafePointer(to: &here) { addresses.append(UInt(bitPattern: $0)) }
        return old == new
      })
    /// The stack that a comparison at the end of a chain takes.
    func depth(of length: Int) -> UInt {
      var last: Property<KeyedArray<Int, KeyedItem>> = items
      for index in 0..<length {
        last = kind.next(last, index)
        _ = last.value.count
      }
      let (isUnchanged, item) = (last.value.isUnchanged, last.value[0])
      addresses = []
      _ = isUnchanged(item, item)
      return addresses[0]
    }
    let depths = [2, 40].map(depth)
    #expect(depths[0] == depths[1])
  }

  @Test func `law C7: a chain that was never read is made and dropped`() {
    let count = withStack { () -> Int in
      let items = KeyedItems([])
      return withGrowthCount { growth in
        do {
          var last: Property<KeyedArray<Int, KeyedItem>> = items
          for _ in 0..<Self.length { last = last.filter { $0.cost > 0 }.sorted(on: { $0.cost }) }
          withExtendedLifetime(last) {}
        }
        return growth()
      }
    }
    #expect(count == 0)
  }
}
