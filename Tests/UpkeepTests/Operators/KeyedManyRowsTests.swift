import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Changes of many rows at once, and questions to several values of one collection.
@Suite(.leavesNothing) struct KeyedManyRowsTests {
  let updater = scopedUpdater()

  /// A wholesale change of a list, from one that moves nothing to one that moves everything.
  enum Change: CaseIterable {
    case frontAndEnd
    case everySecond
    case reversed
    case rotated
    case shuffled
    case allNew
    case halfEdited
    case swapped

    func callAsFunction(_ items: [KeyedItem], _ random: inout SplitMix64) -> [KeyedItem] {
      let count = items.count
      switch self {
      case .frontAndEnd: return [KeyedItem(id: 1_000)] + items.dropLast()
      case .everySecond: return items.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      case .reversed: return items.reversed()
      case .rotated: return Array(items[(count / 3)...] + items[..<(count / 3)])
      case .shuffled: return items.shuffled(using: &random)
      case .allNew: return (0..<count).map { KeyedItem(id: 2_000 + $0, cost: $0 % 5) }
      case .halfEdited:
        return items.map { KeyedItem(id: $0.id, group: 1, cost: $0.cost * ($0.id % 2)) }
      case .swapped: return [items[count - 1]] + items[1..<(count - 1)] + [items[0]]
      }
    }
  }

  @Test(arguments: Change.allCases, [3, 40, 400])
  func `a wholesale change reaches every operator, and a table`(change: Change, count: Int) {
    var random = SplitMix64(seed: 7)
    let items = KeyedItems(KeyedItem.items(count))
    let shown = items.filter { $0.cost % 3 != 1 }.sorted { $0.cost % 7 < $1.cost % 7 }
    let sums = items.sum(of: { $0.cost }, by: { $0.group })
    let groups = items.grouped { $0.group }
    let partners = KeyedItems(KeyedItem.items(25))
    let joined = items.leftJoined(with: partners, on: { $0.cost % 50 }) { $0.cost - ($1?.id ?? -1) }
    updater.keepUpToDate { _ = (shown.value, sums.value, groups.value, joined.value) }
    let table = KeyedTable(updater, items)
    let new = change(KeyedItem.items(count), &random)
    items.replaceAll(with: new)
    #expect((Array(items.value), table.rows) == (new, new))
    let order = new.enumerated().filter { $0.element.cost % 3 != 1 }
      .sorted { ($0.element.cost % 7, $0.offset) < ($1.element.cost % 7, $1.offset) }
    #expect(Array(shown.value) == order.map(\.element))
    for group in 0..<3 {
      let members = new.filter { $0.group == group }
      #expect(sums.value[id: group] == (members.isEmpty ? nil : members.reduce(0) { $0 + $1.cost }))
      let shown = groups.value[id: group]?.elements ?? KeyedArray()
      #expect(Array(shown) == members)
    }
    let firsts = groups.value.compactMap { group in new.firstIndex { $0.group == group.key } }
    #expect(firsts == firsts.sorted() && firsts.count == groups.value.count)
    let pairs = new.map { $0.cost - ($0.cost % 50 < 25 ? $0.cost % 50 : -1) }
    #expect(Array(joined.value) == pairs)
  }

  @Test(arguments: [1, 2, 20, 400])
  func `removing every so many rows leaves the others in order, and found`(step: Int) {
    let items = KeyedItems(KeyedItem.items(400))
    let table = KeyedTable(updater, items)
    let before = items.value
    items.removeAll { $0.id % step == 0 }
    let rest = KeyedItem.items(400).filter { $0.id % step != 0 }
    #expect(Array(items.value) == rest && table.rows == rest)
    #expect(before.count == 400)
    #expect(rest.allSatisfy { items.value[id: $0.id] == $0 } && items.value[id: 0] == nil)
    items.append(KeyedItem(id: 0))
    #expect(items.value.last?.id == 0)
  }

  @Test func `rows come between the same two neighbours without an end`() {
    let items = KeyedItems(KeyedItem.items(2))
    let shown = items.sorted { $0.id % 1_000 < $1.id % 1_000 }
    updater.keepUpToDate { _ = shown.value }
    var array = KeyedItem.items(2)
    for round in 1...60 {
      array.insert(contentsOf: [KeyedItem(id: round * 1_000), KeyedItem(id: -round)], at: 1)
      items.replaceAll(with: array)
      #expect(Array(items.value) == array)
    }
    #expect(shown.value.count == 122)
    #expect(items.value.ids.allSatisfy { items.value[id: $0]?.id == $0 })
  }

  @Test func `edits of a batch change rows in place, and no earlier value`() {
    let items = KeyedItems(KeyedItem.items(100))
    let before = items.value
    batch {
      for round in 1...3 {
        let middle = items.peek()
        items.update(0) { $0.cost += 1_000 }
        let root = items.peek().tree.root.map(ObjectIdentifier.init)
        for id in 1..<100 { items.update(id) { $0.cost += 1_000 } }
        #expect(items.peek().tree.root.map(ObjectIdentifier.init) == root)
        #expect(middle.allSatisfy { $0.cost == $0.id + 1_000 * (round - 1) })
      }
    }
    #expect(before.map(\.cost) == items.value.map { $0.cost - 3_000 } && before[99].cost == 99)
  }

  @Test func `an earlier value that has changed in place since it was asked is asked anew`() {
    var earlier = KeyedArray(KeyedItem.items(20))
    var later = earlier
    later.remove(id: 3)
    #expect(earlier[id: 3] != nil)
    earlier.insert(KeyedItem(id: 99), at: 5)
    later.remove(id: 5)
    #expect(earlier[id: 99] != nil && earlier[id: 5] != nil && later[id: 99] == nil)
    #expect(earlier.index(of: 19) == 20 && later.index(of: 19) == 17)
  }

  /// An identity that counts how often it is hashed.
  private struct Counted: Hashable {
    final class Calls { var count = 0 }

    let number: Int
    let calls: Calls

    static func == (one: Counted, other: Counted) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) {
      calls.count += 1
      hasher.combine(number)
    }
  }

  @Test(arguments: [false, true])
  func `two values that are asked in turn hash each identity a few times`(isReplaced: Bool) {
    let calls = Counted.Calls()
    var new = KeyedArray((0..<400).map { Counted(number: $0, calls: calls) }, id: { $0 })
    let old = new
    let come = (0..<400).map { Counted(number: $0 + (isReplaced ? 200 : 0), calls: calls) }
    new.replaceAll(with: come.reversed(), id: { $0 })
    calls.count = 0
    let found = come.filter { (old[id: $0] != nil) != (new[id: $0] != nil) }
    #expect(found.count == (isReplaced ? 200 : 0) && calls.count <= 400 * 6)
  }

  /// A way to ask or to edit several values of one collection in turn, at least `count / 8` times.
  ///
  /// Returns the number of wrong answers.
  private typealias Turns = @Sendable (_ items: KeyedArray<Counted, Int>, _ ids: [Counted]) -> Int

  private static let turns: [Turns] = [
    { items, ids in
      var new = items
      return ids.dropFirst(ids.count * 7 / 8).count { id in
        let old = new
        new.remove(id: id)
        return old[id: id] != id.number || new[id: id] != nil
      }
    },
    { items, ids in
      var values = [items]
      for step in 1..<5 {
        values.append(values[step - 1])
        values[step].removeAll { $0 % 8 == step }
        values[step].replaceAll(with: values[step].reversed(), id: { ids[$0] })
      }
      return ids.prefix(ids.count / 8).count { id in
        values.enumerated().contains { step, value in
          (value[id: id] == nil) != (1..<step + 1).contains(id.number % 8)
        }
      }
    },
    { items, ids in
      var (one, other) = (items, items)
      let half = ids.count / 2
      for id in ids.prefix(ids.count / 8) {
        one.move(id: id, to: ids.count - 1)
        other.move(id: ids[id.number + half], to: 0)
      }
      let places = (one.index(of: ids[0]), other.index(of: ids[half]))
      return ids.prefix(half).count { one[id: $0] != $0.number || other[id: $0] != $0.number }
        + (places == (ids.count * 7 / 8, ids.count / 8 - 1) ? 0 : 1)
    },
  ]

  @Test(arguments: turns.indices)
  func `values that are asked or edited in turn hash identities in proportion`(turn: Int) {
    for count in [400, 3_200] {
      let calls = Counted.Calls()
      let ids = (0..<count).map { Counted(number: $0, calls: calls) }
      #expect(Self.turns[turn](KeyedArray(0..<count, id: { ids[$0] }), ids) == 0)
      #expect(calls.count <= 30 * count)
    }
  }

  @Test func `law C2: many edits that a result does not show leave its nodes as they are`() throws {
    let items = KeyedItems(KeyedItem.items(1_600))
    let results = [
      items.filter { $0.id % 2 == 0 }, items.map { KeyedItem(id: $0.id, group: $0.group) },
    ]
    for result in results { updater.keepUpToDate { _ = result.value } }
    let before = results.map(\.value)
    batch { for id in 0..<800 { items.update(2 * id + 1) { $0.cost = -1 } } }
    items.update(0) { $0.group = 5 }
    for (old, new) in zip(before, results.map(\.value)) {
      let (old, new) = (try #require(old.tree.root), try #require(new.tree.root))
      #expect(old.width == new.width && old.width > 2)
      #expect((0..<old.width).filter { old.address($0) != new.address($0) } == [0])
    }
  }

  @Test func `an edit beside a living copy hashes few identities`() {
    let calls = Counted.Calls()
    let ids = (0..<400).map { Counted(number: $0, calls: calls) }
    var items = KeyedArray(0..<400, id: { ids[$0] })
    var copy = items
    copy.remove(id: ids[0])
    let absent = Counted(number: 1_000, calls: calls)
    #expect(items[id: absent] == nil)
    calls.count = 0
    var versions: [KeyedArray<Counted, Int>] = []
    for round in 1_001...1_020 {
      versions.append(items)
      items[id: ids[1]] = round
      #expect(items[id: absent] == nil && items[id: ids[1]] == round && items[id: ids[0]] == 0)
    }
    #expect(calls.count < 400)
    #expect(versions.compactMap { $0[id: ids[1]] } == [1] + Array(1_001..<1_020))
    #expect(copy.count == 399 && copy[id: ids[1]] == 1)
  }

  @Test func `law C2: an edit among equal rows of a sorted collection hashes few identities`() {
    let calls = Counted.Calls()
    let counted = (0..<404).map { Counted(number: $0, calls: calls) }
    let items = StoredCollection(counted[..<400], id: { $0 })
    let sorted = items.sorted { _, _ in false }
    updater.keepUpToDate { _ = sorted.value }
    // The first edit makes the indices.
    items.append(counted[400])
    items.move(counted[5], to: 6)
    calls.count = 0
    batch { for new in counted[401...] { items.append(new) } }
    #expect(calls.count < 200)
    calls.count = 0
    items.move(counted[5], to: 200)
    #expect(calls.count < 200)
    #expect(Array(sorted.value) == Array(items.value))
  }
}
