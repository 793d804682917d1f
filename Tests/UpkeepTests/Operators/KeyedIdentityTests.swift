import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C5: an element is known by its identity, and each identity has one element.
@Suite(.leavesNothing) struct KeyedIdentityTests {
  let updater = scopedUpdater()

  private func item(_ id: Int, _ cost: Int) -> KeyedItem { KeyedItem(id: id, cost: cost) }

  /// The identity and the cost of each element.
  private func shown(_ items: KeyedArray<Int, KeyedItem>) -> [[Int]] {
    items.map { [$0.id, $0.cost] }
  }

  @Test func `law C5: an edit that makes a double reports both places and keeps the later`() {
    var items = KeyedItems([])
    let mistakes = recordingMistakes {
      items = KeyedItems([item(1, 1), item(2, 2), item(1, 3), item(1, 4)], name: "items")
      #expect(shown(items.value) == [[2, 2], [1, 4]])
      items.append(item(2, 5))
      #expect(shown(items.value) == [[1, 4], [2, 5]])
      items.append(item(3, 3))
      items.insert(item(3, 6), at: 0)
      #expect(shown(items.value) == [[3, 6], [1, 4], [2, 5]])
      items.insert(item(3, 7), at: 2)
      #expect(shown(items.value) == [[1, 4], [3, 7], [2, 5]])
    }
    let places = ["1 at 0, 2", "1 at 2, 3", "2 at 0, 2", "3 at 2, 0", "3 at 0, 2"]
    #expect(mistakes == places.map { "duplicateIdentity: items \($0)" })
  }

  @Test func `law C5: replacing all with a double reports both places and keeps the later`() {
    let items = KeyedItems([item(1, 1), item(2, 2)], name: "items")
    let mistakes = recordingMistakes {
      items.replaceAll(with: [item(2, 7), item(1, 1), item(2, 8)])
    }
    #expect(mistakes == ["duplicateIdentity: items 2 at 0, 2"])
    #expect(shown(items.value) == [[1, 1], [2, 8]])
  }

  @Test func `law C5: an array with a double reports both places, the later element stays`() {
    let array = StoredProperty([item(1, 1), item(1, 2)])
    let items = array.keyed(by: \.id, name: "items")
    var log: [[[Int]]] = []
    let mistakes = recordingMistakes {
      log.append(shown(items.value))
      array.value = [item(2, 2), item(1, 2), item(3, 3), item(2, 5)]
      log.append(shown(items.value))
      array.value = [item(3, 3)]
      log.append(shown(items.value))
    }
    #expect(mistakes == ["1 at 0, 1", "2 at 0, 3"].map { "duplicateIdentity: items \($0)" })
    #expect(log == [[[1, 2]], [[1, 2], [3, 3], [2, 5]], [[3, 3]]])
  }

  @Test func `law C5: a list of lists with a double reports it and keeps the later`() {
    let items = KeyedItems([item(1, 1)])
    let parts = items.flatMap(id: { (pair: [Int]) in pair[0] }, name: "parts") { item in
      [[1, 1], [2, item.cost], [1, 3]]
    }
    var first: [[Int]] = []
    #expect(
      recordingMistakes { first = Array(parts.value) } == ["duplicateIdentity: parts 1 at 0, 2"])
    #expect(first == [[2, 1], [1, 3]])
  }

  @Test func `law C5: an edit that changes the identity is reported, and nothing changes`() {
    struct Entry: Equatable {
      var key: String
      var number: Int
    }
    let entries = StoredCollection(
      [Entry(key: "a", number: 1), Entry(key: "b", number: 2)], id: \.key, name: "entries")
    let seen = Seen { entries.value.map(\.key) }
    let mistakes = recordingMistakes {
      entries.update("a") {
        $0.number = 5
        $0.key = "c"
      }
      entries["b"]?.key = "a"
      entries["d"] = Entry(key: "e", number: 9)
    }
    let changes = ["a to c", "b to a", "d to e"]
    #expect(mistakes == changes.map { "identityChanged: entries from \($0)" })
    #expect(entries.value.map(\.key) == ["a", "b"] && entries.value.map(\.number) == [1, 2])
    #expect(seen.values == [["a", "b"]])
  }

  @Test func `law C5: an edit that throws keeps the changes that it made before`() {
    let items = KeyedItems([item(1, 1)])
    #expect(throws: Refusal.self) {
      try items.update(1) { item in
        item.cost = 2
        throw Refusal()
      }
    }
    #expect(shown(items.value) == [[1, 2]])
    #expect((items.update(1) { $0.cost }, items.update(5) { $0.cost }) == (2, nil))
  }

  @Test func `law C5: identities that are equal are one, objects are told apart by identity`() {
    final class Note {
      let key: Double
      init(_ key: Double) { self.key = key }
    }
    let (zero, other) = (Note(0), Note(-0.0))
    let notes = StoredCollection([zero], id: \.key, name: "notes")
    let seen = Seen { notes.value.count }
    notes[0] = zero
    #expect(seen.values == [1])
    notes[-0.0] = other
    #expect(seen.values == [1, 1] && notes.value[id: 0] === other)
    // An identity that is not equal to itself is a new identity each time.
    notes.append(Note(.nan))
    notes.append(Note(.nan))
    #expect(notes.value.count == 3 && notes.value[id: .nan] == nil)
    notes.replaceAll(with: [zero])
    #expect([notes.value.count, seen.values.last] == [1, 1])
  }

  @Test func `law C5: an identity unequal to itself stays one row when its label changes`() {
    let cells = [1, Double.nan].map { KeyedCell(id: $0, element: 0) }
    let (keys, sourceKeys) = (KeyIndex<Double>(), KeyIndex<Double>())
    var order = RowOrder()
    for place in [20, 21] as [UInt64] {
      let rows = order.update(
        to: RowTree([Row(place: 10, cell: cells[0]), Row(place: place, cell: cells[1])]),
        .none, { RowComparison(of: KeyedCell<Double, Int>.self) { _, _ in false } },
        placeInSource: { sourceKeys.place(of: $0, in: $1) },
        placeInResult: { keys.place(of: $0, in: $1) }, pair: { $0.changes(of: Double.self) })
      #expect(rows.map { ObjectIdentifier($0.cell) } == cells.map { ObjectIdentifier($0) })
    }
  }

  @Test func `law C5: an array that is edited on its own is named by its elements`() {
    var items = KeyedArray([item(1, 1)])
    var messages: [String] = []
    withMisuseHandler({ messages.append($0.description) }) {
      items.append(item(1, 2))
      items.insert(item(2, 1), at: 5)
    }
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains(" in a keyed array of KeyedItem ") })
  }

  @Test(arguments: [1, 40])
  func `law C5: equal rows keep their order if identities are unequal to themselves`(count: Int) {
    let numbers = StoredCollection([Double](repeating: .nan, count: count), id: \.self)
    let sorted = numbers.sorted { _, _ in false }
    updater.keepUpToDate { _ = sorted.value }
    batch {
      numbers.insert(1, at: count / 2)
      numbers.insert(2, at: count)
    }
    #expect([1, 2].map { sorted.value.firstIndex(of: $0) } == [count / 2, count])
    numbers.move(1, to: count + 1)
    #expect([1, 2].map { sorted.value.firstIndex(of: $0) } == [count + 1, count - 1])
  }

  @Test func `law C5: an array that begins with an identity unequal to itself is appended to`() {
    var numbers = KeyedArray([Double.nan], id: \.self)
    numbers.append(1)
    struct Reading: Identifiable { let id: Double }
    var readings = KeyedArray([Reading(id: .nan)])
    readings.append(Reading(id: 1))
    readings.insert(Reading(id: 2), at: 0)
    #expect([numbers.count, readings.count] == [2, 3])
  }

  @Test func `law C5: an edit at a position that there is not is reported, and changes nothing`() {
    let numbers = StoredCollection([1, 2], id: { $0 }, name: "numbers")
    let seen = Seen { Array(numbers.value) }
    let mistakes = recordingMistakes {
      numbers.move(1, to: 2)
      numbers.move(1, to: -1)
      numbers.insert(3, at: 4)
      var array = numbers.value
      array.insert(3, id: 3, at: -1)
      array.move(id: 2, to: 5)
      #expect(array == numbers.value)
    }
    let facts = ["numbers 2, 0..<2", "numbers -1, 0..<2", "numbers 4, 0..<3"]
    #expect(mistakes == (facts + ["a -1, 0..<3", "a 5, 0..<2"]).map { "noSuchPosition: \($0)" })
    #expect(seen.values == [[1, 2]])
  }

  @Test(.hops)
  func `law C5: a read at a place, or a key, at which nothing can be stops with a message`() async {
    let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StoredCollection([1, 2], id: { $0 }).value[-1]
    }
    expect(reading, says: "must be in 0..<2, but is -1")
    let adding = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var items = KeyedArray(KeyedItem.items(2), id: { 100 + $0.id })
      items.append(KeyedItem(id: 2))
    }
    expect(adding, says: "must come with its key, but came alone. Use `append(_:id:)`")
  }

  private func expect(_ result: ExitTest.Result?, says words: String) {
    #expect(standardError(result).contains(words))
  }
}
