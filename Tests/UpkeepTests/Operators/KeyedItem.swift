import Differential

@testable import Upkeep
@testable import UpkeepCollections

/// An element of the collections in these tests.
struct KeyedItem: Identifiable, Equatable {
  let id: Int
  var group = 0
  var cost = 0

  /// Elements with the identities 0, 1, 2 and so on, as costs too, in three groups.
  static func items(_ count: Int) -> [KeyedItem] {
    (0..<count).map { KeyedItem(id: $0, group: $0 % 3, cost: $0) }
  }
}

typealias KeyedItems = StoredCollection<Int, KeyedItem>

/// Counts the calls of closures.
final class KeyedCalls {
  var count = 0

  /// A closure that counts its calls.
  func counting<Input, Output>(_ body: @escaping (Input) -> Output) -> (Input) -> Output {
    { [self] input in
      count += 1
      return body(input)
    }
  }

  /// A closure of two arguments that counts its calls.
  func counting<First, Second, Output>(
    _ body: @escaping (First, Second) -> Output
  ) -> (First, Second) -> Output {
    { [self] first, second in
      count += 1
      return body(first, second)
    }
  }

  /// The calls since the last time.
  func take() -> Int {
    defer { count = 0 }
    return count
  }

  /// The calls that something makes.
  func during(_ body: () -> Void) -> Int {
    count = 0
    body()
    return take()
  }
}

/// A list as a table on screen keeps it, which knows nothing but the steps that it is told.
final class KeyedTable<ID: Hashable, Element> {
  private(set) var rows: [Element] = []
  private(set) var edits: [CollectionEdits<ID, Element>] = []

  func apply(_ edits: CollectionEdits<ID, Element>) {
    self.edits.append(edits)
    for step in edits.steps {
      switch step {
      case .remove(let index): rows.remove(at: index)
      case .insert(let element, let index): rows.insert(element, at: index)
      case .update(let element, let index): rows[index] = element
      }
    }
  }

  /// The edits since the last time: their numbers of removals, insertions, moves and updates.
  func take() -> [[Int]] {
    defer { edits = [] }
    return edits.map { [$0.removals.count, $0.insertions.count, $0.moves.count, $0.updates.count] }
  }
}

/// An edit of a collection, and of an array that shall be the same.
enum KeyedEdit {
  case append, insert, update, updateAll, regroup, move, remove, replace, removeAll

  static let all: [KeyedEdit] = [
    .append, .append, .append, .insert, .insert, .insert, .update, .update, .updateAll, .regroup,
    .move, .move, .remove, .remove, .replace, .removeAll,
  ]

  static func random(
    of items: KeyedItems, _ model: inout [KeyedItem], _ random: inout SplitMix64
  ) {
    all[random.below(all.count)].apply(to: items, &model, &random)
  }

  private func apply(
    to items: KeyedItems, _ model: inout [KeyedItem], _ random: inout SplitMix64
  ) {
    let new = KeyedItem(
      id: (model.map(\.id).max() ?? 0) + 1, group: random.below(3), cost: random.below(6))
    let index = model.isEmpty ? 0 : random.below(model.count)
    switch self {
    case .append:
      items.append(new)
      model.append(new)
    case .insert:
      items.insert(new, at: index)
      model.insert(new, at: index)
    case .replace:
      model = Array(model.shuffled(using: &random).dropLast(2)) + [new]
      items.replaceAll(with: model)
    case .removeAll:
      items.removeAll { $0.cost == 3 }
      model.removeAll { $0.cost == 3 }
    case .updateAll:
      let cost = random.below(6)
      batch { for item in model { items.update(item.id) { $0.cost = cost } } }
      for index in model.indices { model[index].cost = cost }
    case .update, .regroup, .move, .remove:
      if !model.isEmpty { apply(to: items, at: index, &model, &random) }
    }
  }

  private func apply(
    to items: KeyedItems, at index: Int, _ model: inout [KeyedItem], _ random: inout SplitMix64
  ) {
    let id = model[index].id
    switch self {
    case .update:
      let cost = random.below(6)
      items.update(id) { $0.cost = cost }
      model[index].cost = cost
    case .regroup:
      let group = random.below(3)
      items[id]?.group = group
      model[index].group = group
    case .move:
      let target = random.below(model.count)
      items.move(id, to: target)
      model.insert(model.remove(at: index), at: target)
    default:
      items.remove(id)
      model.remove(at: index)
    }
  }
}
