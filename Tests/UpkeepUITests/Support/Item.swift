import Differential
import Upkeep
import UpkeepCollections

/// An element of the lists in these tests.
struct Item: Identifiable, Equatable {
  let id: Int
  var group = 0
  var cost = 0

  /// Elements in groups of a size, with the identities 0, 1, 2 and so on, which are also their
  /// costs.
  static func items(_ count: Int, inGroupsOf size: Int = 10) -> [Item] {
    (0..<count).map { Item(id: $0, group: $0 / size, cost: $0) }
  }
}

typealias Items = StoredCollection<Int, Item>

extension StoredCollection<Int, Item> {
  /// Makes one or several random edits.
  func edit(_ random: inout SplitMix64) {
    let ids = value.ids
    let new = Item(
      id: (ids.max() ?? 0) + 1, group: random.below(5), cost: random.below(6))
    if ids.isEmpty { return append(new) }
    let id = ids[random.below(ids.count)]
    switch random.below(20) {
    case 0...2: append(new)
    case 3...5: insert(new, at: random.below(ids.count + 1))
    case 6...7: update(id) { $0.cost = random.below(6) }
    case 8...9: self[id]?.group = random.below(5)
    case 10...12: move(id, to: random.below(ids.count))
    case 13...15: remove(id)
    case 16:
      let group = random.below(5)
      for item in value where item.cost % 2 == 0 { update(item.id) { $0.group = group } }
    case 17: replaceAll(with: Array(value).shuffled(using: &random).dropLast(2) + [new])
    case 18: replaceAll(with: value.reversed())
    default: removeAll { $0.group == new.group }
    }
  }
}
