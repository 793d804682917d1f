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

  init(_ rows: [Element] = []) { self.rows = rows }

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
