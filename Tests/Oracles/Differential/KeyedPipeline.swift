import Upkeep
import UpkeepCollections

/// The sources of random pipelines of keyed collections.
struct KeyedSources {
  /// An object with a property of its own; the versions of an element share it.
  final class Bonus: Equatable {
    let value = StoredProperty(0)

    static func == (one: Bonus, other: Bonus) -> Bool { one === other }
  }

  struct Item: Identifiable, Equatable, CustomStringConvertible {
    let id: Int
    var group: Int
    var cost: Int
    var bonus: Bonus

    var description: String { "\(id):\(group)/\(cost)" }

    func with(_ change: (inout Item) -> Void) -> Item {
      var item = self
      change(&item)
      return item
    }
  }

  typealias Rows = KeyedArray<Int, Item>

  let items = StoredCollection<Int, Item>([])
  let others = StoredCollection<Int, Item>([])
  let array = StoredProperty<[Item]>([])
  let limit = StoredProperty(0)
  let order = StoredProperty(0)
  let range = StoredProperty(0..<4)
  let bonuses = (0..<12).map { _ in Bonus() }

  var owners: [UntypedProperty] {
    [items, others, array, limit, order, range] + bonuses.map(\.value)
  }
}

/// A keyed collection, with the same collection computed from plain arrays.
struct KeyedPipeline {
  typealias Item = KeyedSources.Item
  typealias Rows = KeyedSources.Rows

  /// Counts the calls of the first operator's closures; holds what they read besides the element.
  final class Calls {
    enum Reading { case nothing, limit, bonus }
    var reading = Reading.nothing
    var isCounted = false
    var count = 0
  }

  private(set) var name = "items"
  private(set) var property: Property<Rows>
  private(set) var naive: () -> [Item]
  let calls = Calls()

  /// Makes up to four operators.
  init(_ sources: KeyedSources, _ random: inout SplitMix64) {
    switch random.below(8) {
    case 0:
      name = "array"
      property = sources.array.keyed(by: { $0.id })
      naive = {
        var seen: [Int: Int] = [:]
        let items = sources.array.peek()
        for (index, item) in items.enumerated() { seen[item.id] = index }
        return items.enumerated().filter { seen[$1.id] == $0 }.map(\.element)
      }
    case 1:
      name = "others"
      property = sources.others
      naive = { Array(sources.others.peek()) }
    default:
      property = sources.items
      naive = { Array(sources.items.peek()) }
    }
    for depth in 0..<1 + random.below(4) { extend(sources, &random, isFirst: depth == 0) }
  }

  private mutating func extend(
    _ sources: KeyedSources, _ random: inout SplitMix64, isFirst: Bool
  ) {
    let (source, before, calls) = (property, naive, calls)
    let counts = isFirst && name == "items"
    /// Wraps a closure so that its calls count and it reads something besides its element.
    func counted<Result>(
      _ reading: Calls.Reading, _ body: @escaping (Item) -> Result
    ) -> (Item) -> Result {
      if !counts { return body }
      (calls.isCounted, calls.reading) = (true, reading)
      return { item in
        calls.count += 1
        return body(item)
      }
    }
    let parameter = random.below(4)
    switch random.below(15) {
    case 0:
      take("filter", source.filter(counted(.nothing) { $0.cost > 0 })) {
        before().filter { $0.cost > 0 }
      }
    case 1:
      let limit = sources.limit
      take("filterByLimit", source.filter(counted(.limit) { $0.cost >= limit.value })) {
        before().filter { $0.cost >= limit.peek() }
      }
    case 2:
      take("filterByBonus", source.filter(counted(.bonus) { $0.bonus.value.value >= 0 })) {
        before().filter { $0.bonus.value.peek() >= 0 }
      }
    case 3:
      func withBonus(_ item: Item, _ bonus: Int) -> Item {
        item.with { $0.cost = ($0.cost + bonus) % 3 }
      }
      take("mapBonus", source.map(counted(.bonus) { withBonus($0, $0.bonus.value.value) })) {
        before().map { withBonus($0, $0.bonus.value.peek()) }
      }
    case 4:
      func even(_ item: Item) -> Item? { item.group == 0 ? nil : item.with { $0.cost /= 2 } }
      take("compactMap", source.compactMap(counted(.nothing, even))) { before().compactMap(even) }
    case 5 where parameter == 1:
      take("sortedOnKeys", source.sorted(on: { $0.group }, { Descending($0.cost) })) {
        Self.sorted(before()) { ($0.group, -$0.cost) < ($1.group, -$1.cost) }
      }
    case 5 where parameter > 1:
      func added(_ total: Item, _ item: Item) -> Item {
        item.with { $0.cost = (total.cost + item.cost) % 3 }
      }
      let first = Item(id: -1, group: 0, cost: 0, bonus: sources.bonuses[0])
      take("scan", source.scan(first, added)) {
        var total = first
        return before().map { item in
          total = added(total, item)
          return total
        }
      }
    case 5:
      take("sorted", source.sorted { $0.cost < $1.cost }) {
        Self.sorted(before()) { $0.cost < $1.cost }
      }
    case 6:
      let order = sources.order
      func precedes(_ order: Int, _ one: Item, _ other: Item) -> Bool {
        switch order % 3 {
        case 0: one.cost > other.cost
        case 1: one.id < other.id
        default: (one.group, one.cost) < (other.group, other.cost)
        }
      }
      take("sortedByOrder", source.sorted(by: order, precedes)) {
        Self.sorted(before()) { precedes(order.peek(), $0, $1) }
      }
    case 7:
      take("sortedOnBonus", source.sorted(on: counted(.bonus) { $0.bonus.value.value })) {
        Self.sorted(before()) { $0.bonus.value.peek() < $1.bonus.value.peek() }
      }
    case 8:
      let range = sources.range
      take("window", source.window(range)) {
        let items = before()
        return Array(items[range.peek().clamped(to: 0..<items.count)])
      }
    case 9 where parameter == 0:
      take("window...2", source.window(...2)) { Array(before().prefix(3)) }
    case 9:
      take("window\(parameter)", source.window(1..<parameter + 2)) {
        let items = before()
        return Array(items[(1..<parameter + 2).clamped(to: 0..<items.count)])
      }
    case 10:
      take("distinct", source.distinct(by: counted(.nothing) { $0.group })) {
        var seen: Set<Int> = []
        return before().filter { seen.insert($0.group).inserted }
      }
    case 11:
      let others = sources.others
      take("merged", source.merged(with: others)) {
        let first = before()
        let ids = Set(first.map(\.id))
        return first + others.peek().filter { !ids.contains($0.id) }
      }
    case 12 where parameter > 1:
      let others = sources.others
      func combined(_ item: Item?, _ other: Item?) -> Item {
        let rest = Item(
          id: 100 + (other?.id ?? 0), group: 1, cost: 0, bonus: sources.bonuses[0])
        return (item ?? rest).with { $0.cost += other?.cost ?? 1 }
      }
      let joined = source.fullJoined(with: others, on: { $0.group }, combined)
      take("fullJoined", joined.grouped { $0.id }.compactMap { $0.elements.last }) {
        let (left, right) = (before(), Array(others.peek()))
        let pairs = left.map { item in combined(item, right.first { $0.id == item.group }) }
        let rest = right.filter { other in !left.contains { $0.group == other.id } }
        let all = pairs + rest.map { combined(nil, $0) }
        var seen: Set<Int> = []
        return all.filter { seen.insert($0.id).inserted }.compactMap { item in
          all.last { $0.id == item.id }
        }
      }
    case 12:
      let others = sources.others
      func combined(_ item: Item, _ other: Item) -> Item { item.with { $0.cost += other.cost } }
      take("joined", source.joined(with: others, on: { $0.group }, combined)) {
        let others = Dictionary(uniqueKeysWithValues: others.peek().map { ($0.id, $0) })
        return before().compactMap { item in others[item.group].map { combined(item, $0) } }
      }
    case 13:
      let others = sources.others
      func combined(_ item: Item, _ other: Item?) -> Item {
        item.with { $0.group = other?.cost ?? 5 }
      }
      take("leftJoined", source.leftJoined(with: others, on: { $0.cost }, combined)) {
        let others = Dictionary(uniqueKeysWithValues: others.peek().map { ($0.id, $0) })
        return before().map { combined($0, others[$0.cost]) }
      }
    default:
      func lists(_ item: Item) -> [Item] {
        (0..<max(0, item.cost)).map { part in
          Item(id: part, group: item.group, cost: item.id % 2, bonus: item.bonus)
        }
      }
      let flat = source.flatMap(id: { $0.id }, lists).grouped { $0.group * 10 + $0.cost }
      take(
        "flatMapGrouped",
        flat.map {
          Item(id: $0.key, group: $0.key, cost: $0.elements.count, bonus: $0.elements[0].bonus)
        }
      ) {
        let all = before().flatMap(lists)
        var keys: [Int] = []
        for item in all where !keys.contains(item.group * 10 + item.cost) {
          keys.append(item.group * 10 + item.cost)
        }
        return keys.map { key in
          let members = all.filter { $0.group * 10 + $0.cost == key }
          return Item(id: key, group: key, cost: members.count, bonus: members[0].bonus)
        }
      }
    }
  }

  private mutating func take(
    _ name: String, _ property: Property<Rows>, _ naive: @escaping () -> [Item]
  ) {
    self.name += ".\(name)"
    self.property = property
    self.naive = naive
  }

  private static func sorted(_ items: [Item], _ precedes: (Item, Item) -> Bool) -> [Item] {
    items.enumerated().sorted { one, other in
      if precedes(one.element, other.element) { return true }
      return !precedes(other.element, one.element) && one.offset < other.offset
    }.map(\.element)
  }
}
