@testable import Upkeep
@testable import UpkeepCollections

/// An element of the collections in these tests.
struct KeyedItem: Identifiable, Equatable {
  let id: Int
  var group = 0
  var cost = 0

  /// Elements in three groups, with the identities 0, 1, 2 and so on, which are also their costs.
  static func items(_ count: Int) -> [KeyedItem] {
    (0..<count).map { KeyedItem(id: $0, group: $0 % 3, cost: $0) }
  }
}

typealias KeyedItems = StoredCollection<Int, KeyedItem>

/// An element that calls a closure when it is released.
final class KeyedWitness {
  let id: Int
  private let witness: Witness

  init(_ id: Int, _ onRelease: @escaping () -> Void) {
    (self.id, witness) = (id, Witness(onRelease))
  }
}

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

  /// Counts a call that gives this value.
  func counted<Value>(_ value: Value) -> Value {
    count += 1
    return value
  }

  /// Returns the number of calls since the last `take`.
  func take() -> Int {
    defer { count = 0 }
    return count
  }

  /// Returns the number of calls that a closure makes.
  func during(_ body: () -> Void) -> Int {
    count = 0
    body()
    return take()
  }
}

/// A list that, like a table on screen, knows only the steps that it receives.
final class KeyedTable<ID: Hashable, Element> {
  private(set) var rows: [Element] = []
  private(set) var edits: [CollectionEdits<ID, Element>] = []

  init(_ rows: [Element] = []) { self.rows = rows }

  /// A table that follows a collection, and has received its elements.
  convenience init(_ updater: Updater, _ source: Property<KeyedArray<ID, Element>>) {
    self.init()
    updater.follow(source) { [self] in apply($0) }
    edits = []
  }

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

  /// Returns the edits since the last `take`: their numbers of removals, insertions, moves and
  /// updates.
  func take() -> [[Int]] {
    defer { edits = [] }
    return edits.map { [$0.removals.count, $0.insertions.count, $0.moves.count, $0.updates.count] }
  }
}
