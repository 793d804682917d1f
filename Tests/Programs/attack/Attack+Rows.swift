import Differential
import Upkeep
import UpkeepCollections

/// An element of a keyed collection; its comparison and its release may act.
struct Item: Identifiable, Equatable {
  let id: Int
  var load: Load
}

// Keyed collections.
extension Attack {
  typealias Items = KeyedArray<Int, Item>

  func editRows() {
    let index = random.below(collections.count)
    guard let rows = collections[index], random.chance(90) else {
      return set(\.collections, index, random.chance(80) ? StoredCollection(items()) : nil)
    }
    // A released element may act once the edit is over.
    let old = rows.peek()
    batch { quietly { edit(rows) } }
    withExtendedLifetime(old) {}
  }

  /// Edits a collection in place; nothing else happens meanwhile, for its value must not be used.
  private func edit(_ rows: StoredCollection<Int, Item>) {
    switch random.below(8) {
    case 0: rows.append(item())
    case 1: rows.insert(item(), at: 0)
    case 2: rows.remove(random.below(8))
    case 3: rows.move(random.below(8), to: 0)
    case 4: rows.update(random.below(8)) { $0.load = load() }
    case 5: rows.removeAll { $0.load.number % 3 == 0 }
    case 6: rows.replaceAll(with: items())
    default: rows[random.below(8)] = random.chance(80) ? item() : nil
    }
  }

  /// Makes an effect that follows the edits of a collection.
  func followRows(_ updater: Updater) -> EffectToken? {
    guard let rows = collections[random.below(collections.count)] else { return nil }
    return updater.follow(rows) { [weak self] _ in self?.mayAct(40) }
  }

  /// A value derived from a collection.
  func total(_ level: Int) -> Slot? {
    guard let rows = collections[random.below(collections.count)] else { return nil }
    var list: Property<Items> = rows
    for _ in 0..<random.below(4) { list = step(list, level) }
    let number = number(level)
    let total: Property<Int>
    switch random.below(7) {
    case 0: total = list.element(random.below(8)).map { ($0?.load.number ?? 0) % 50 }
    case 1: total = list.rank(of: random.below(8)).map { $0 ?? 0 }
    case 2: total = list.sum { number($0) }.map { $0 % 50 }
    case 3: total = list.min { number($0) < number($1) }.map { $0?.id ?? 0 }
    case 4: total = list.grouped { number($0) % 3 }.count()
    case 5:
      total = list.sum(of: { $0.id }, by: { number($0) % 3 }).element(1).map { $0 ?? 0 }
    default:
      return Slot(
        list.count().map { Load($0) }, expected: { [weak list] in list?.peek().count ?? -1 })
    }
    return Slot(total.map { Load($0) })
  }

  private func step(_ list: Property<Items>, _ level: Int) -> Property<Items> {
    let number = number(level)
    switch random.below(7) {
    case 0: return list.filter { number($0) % 3 != 0 }
    case 1: return list.map { Item(id: $0.id, load: Load(number($0) % 50)) }
    case 2: return list.sorted { number($0) < number($1) }
    case 3: return list.sorted { number($0) }
    case 4: return list.window(random.below(3)..<5)
    case 5:
      guard let other = collections[random.below(collections.count)] else { return list }
      return list.merged(with: other)
    default:
      guard let other = collections[random.below(collections.count)] else { return list }
      return list.joined(with: other, on: { number($0) % 8 }) { one, _ in one }
    }
  }

  /// The number of an element, plus the value of a property that may belong to another element.
  private func number(_ level: Int) -> (Item) -> Int {
    let (salt, further) = (salt(level), random.chance(50) ? input(below: level) : nil)
    return { $0.load.number + salt() + (further?.value.number ?? 0) }
  }

  private func items() -> [Item] { (0..<random.below(6)).map { Item(id: $0, load: load()) } }

  private func item() -> Item { Item(id: random.below(8), load: load()) }
}
