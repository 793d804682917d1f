import Differential

@testable import Upkeep
@testable import UpkeepCollections

/// An element with a number as its identity, a cost and a group.
protocol CostedElement {
  var id: Int { get }
  var group: Int { get }
  var cost: Int { get }
}

extension KeyedItem: CostedElement {}

/// The operators over a collection.
enum KeyedOperator: CaseIterable, Sendable {
  case filter, map, compactMap, sortedBy, sortedInTies, sortedOn, sortedOnKeys, sortedByOrder
  case window, grouped, distinct, joinedKey, joinedPair, leftJoinedPair, fullJoinedKey
  case fullJoinedPair, merged, flatMap, scan, fold, combined, count, sum, average, min, max, sumBy
  case averageBy, combinedBy, element, rank

  /// The operators that call a closure once for each element.
  static let calling: [Self] = [
    .filter, .map, .compactMap, .grouped, .distinct, .sortedOn, .sortedOnKeys, .joinedKey,
    .joinedPair, .leftJoinedPair, .fullJoinedKey, .fullJoinedPair, .flatMap, .sum, .average, .sumBy,
    .averageBy, .combinedBy,
  ]

  /// Makes the operator, and counts the calls of one of its closures.
  func make<Element: CostedElement>(
    over items: Property<KeyedArray<Int, Element>>,
    with partners: Property<KeyedArray<Int, Element>>, _ calls: KeyedCalls
  ) -> UntypedProperty {
    let cost = calls.counting { (item: Element) in item.cost }
    let group = calls.counting { (item: Element) in item.group }
    let number = calls.counting { (item: Element) in Double(item.cost) }
    let partner = { (item: Element) in abs(item.id) % 100 }
    switch self {
    case .filter: return items.filter(calls.counting { $0.cost % 2 == 0 })
    case .map: return items.map(calls.counting { (item: Element) in [item] })
    case .compactMap: return items.compactMap(calls.counting { (item: Element) in item.cost })
    case .sortedBy: return items.sorted { $0.cost > $1.cost }
    case .sortedInTies: return items.sorted { $0.group > $1.group }
    case .sortedOn: return items.sorted(on: cost)
    case .sortedOnKeys: return items.sorted(on: \.group, { Descending(cost($0)) }, \.id)
    case .sortedByOrder: return items.sorted(by: StoredProperty(1)) { $1.cost * $0 > $2.cost }
    case .window: return items.window(2..<6)
    case .grouped: return items.grouped(by: group)
    case .distinct: return items.distinct(by: group)
    case .joinedKey:
      return items.joined(with: partners, on: calls.counting(partner)) { [$0.cost, $1.cost] }
    case .joinedPair:
      return items.joined(with: partners, on: partner, calls.counting { [$0, $1] })
    case .leftJoinedPair:
      return items.leftJoined(with: partners, on: partner, calls.counting { [$0, $1 ?? $0] })
    case .fullJoinedKey:
      return items.fullJoined(with: partners, on: calls.counting(partner)) { [$0?.cost, $1?.cost] }
    case .fullJoinedPair:
      return items.fullJoined(with: partners, on: partner, calls.counting { [$0, $1] })
    case .merged: return items.merged(with: partners)
    case .flatMap: return items.flatMap(id: \.cost, calls.counting { (item: Element) in [item] })
    case .scan: return items.scan(0) { $0 + $1.cost }
    case .fold: return items.fold(0, adding: { $0 + $1.cost }, removing: { $0 - $1.cost })
    case .combined: return items.combined(cost, with: +)
    case .count: return items.count()
    case .sum: return items.sum(of: cost)
    case .average: return items.average(of: number)
    case .min: return items.min { $0.cost < $1.cost }
    case .max: return items.max { $0.cost < $1.cost }
    case .sumBy: return items.sum(of: cost) { $0.group }
    case .averageBy: return items.average(of: { Double($0.cost) }, by: group)
    case .combinedBy: return items.combined(cost, with: +) { $0.group }
    case .element: return items.element(3)
    case .rank: return items.sorted { $0.cost > $1.cost }.rank(of: 3)
    }
  }
}
