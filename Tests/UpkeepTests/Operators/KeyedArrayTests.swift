import Differential
import Foundation
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// A keyed array that is edited as a value, like the state of an atom or a store.
@Suite(.leavesNothing) struct KeyedArrayTests {
  private typealias Items = KeyedArray<Int, KeyedItem>

  /// Makes the same random edit in a keyed array and in a plain array.
  private func edit(_ items: inout Items, _ array: inout [KeyedItem], _ random: inout SplitMix64) {
    let id = Int.random(in: 0..<40, using: &random)
    let new = KeyedItem(id: id, cost: Int.random(in: 0..<3, using: &random))
    let index = array.firstIndex { $0.id == id }
    let position = Int.random(in: 0...array.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      items[id: id] = new
      if let index { array[index] = new } else { array.append(new) }
    case 1:
      items[id: id] = nil
      if let index { array.remove(at: index) }
    case 2 where index == nil:
      items.insert(new, at: position)
      array.insert(new, at: position)
    case 3:
      items.update(id: id) { $0.cost += 1 }
      if let index { array[index].cost += 1 }
    case 4:
      guard let index, position < array.count else { break }
      items.move(id: id, to: position)
      array.insert(array.remove(at: index), at: position)
    case 5:
      items.removeAll { $0.cost > 4 }
      array.removeAll { $0.cost > 4 }
    case 6:
      array.shuffle(using: &random)
      array = Array(array.prefix(20))
      items.replaceAll(with: array)
    default: break
    }
  }

  @Test(arguments: 0..<UInt64(amount(30, long: 300)))
  func `edits of a value are those of an array, and a copy stays as it was`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var values: [(items: Items, array: [KeyedItem])] = [
      (Items(KeyedItem.items(9)), KeyedItem.items(9))
    ]
    for _ in 0..<60 {
      // The edit begins at any earlier value: values of one origin do not affect one another.
      var (items, array) = values[Int.random(in: 0..<values.count, using: &random)]
      edit(&items, &array, &random)
      values.append((items, array))
    }
    for (items, array) in values {
      #expect((Array(items), items.ids) == (array, array.map(\.id)))
      for id in 0..<40 {
        #expect(items[id: id] == array.first { $0.id == id })
        #expect(items.index(of: id) == array.firstIndex { $0.id == id })
      }
    }
  }

  @Test func `an element edited to an equal one keeps its row`() {
    var items = Items(KeyedItem.items(100))
    let before = items
    items.update(id: 5) { $0.cost = 5 }
    items[id: 7] = KeyedItem(id: 7, group: 1, cost: 7)
    items.replaceAll(with: KeyedItem.items(100))
    items.move(id: 3, to: 3)
    #expect(items.tree.isIdentical(to: before.tree))
  }

  @Test func `an element that comes twice is reported, and the later one stays`() {
    var items: Items = [KeyedItem(id: 1), KeyedItem(id: 2)]
    let mistakes = recordingMistakes { items.append(KeyedItem(id: 1, cost: 9)) }
    #expect(mistakes == ["duplicateIdentity: a 1 at 0, 2"])
    #expect(items.ids == [2, 1] && items[id: 1]?.cost == 9)
  }

  @Test func `an element that would get another identity is reported, and stays`() {
    var items = KeyedArray([Renamable(id: 1), Renamable(id: 2)])
    let before = items
    let mistakes = recordingMistakes {
      items[id: 1]?.id = 3
      items.update(id: 2) { $0.id = 1 }
      items[id: 4] = Renamable(id: 5)
    }
    #expect(mistakes == ["1 to 3", "2 to 1", "4 to 5"].map { "identityChanged: a from \($0)" })
    #expect(items == before)
  }

  private struct Renamable: Identifiable, Equatable { var id: Int }

  @Test func `elements without an identity of their own are identified by a key`() {
    var words = KeyedArray(["b", "a"], id: \.self)
    words[id: "c"] = "c"
    words.insert("d", id: "d", at: 0)
    words.append("e", id: "e")
    words.append("f")
    words.replaceAll(with: words.sorted(), id: \.self)
    #expect(words.ids == ["a", "b", "c", "d", "e", "f"])
    #expect(words.description == #"["a", "b", "c", "d", "e", "f"]"#)
  }

  @Test func `a value is encoded as an array, and decoded`() throws {
    struct Row: Codable, Identifiable, Equatable {
      let id: Int
      var text = "x"
    }
    let rows: KeyedArray = [Row(id: 2), Row(id: 1, text: "y")]
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == Array(rows))
    #expect(try JSONDecoder().decode(KeyedArray<Int, Row>.self, from: data) == rows)
    let words = KeyedArray(["b", "a"], id: \.self)
    let coded = try JSONEncoder().encode(words)
    #expect(try JSONDecoder().decode(KeyedArray<String, String>.self, from: coded) == words)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(KeyedArray<Int, String>.self, from: coded)
    }
    #expect("\(try #require(error))".contains("Decode an array, and give KeyedArray(_:id:)"))
  }

  @Test func `a stored value is the source of operators, which follow its edits`() {
    let items = StoredProperty(Items(KeyedItem.items(1_000)))
    let calls = KeyedCalls()
    let sum = items.filter(calls.counting { $0.cost >= 0 }).sum { $0.cost }
    #expect(sum.value == 499_500)
    calls.count = 0
    let before = items.value
    items.value.update(id: 10) { $0.cost = 1_010 }
    #expect(sum.value == 500_500 && calls.count == 1)
    // Returns to a value that was kept.
    items.value = before
    #expect(sum.value == 499_500 && calls.count == 2)
  }

  @Test func `objects compare by identity, and a value of the same ones is no change`() {
    final class Object: Identifiable {}
    let (one, other) = (Object(), Object())
    let objects = StoredProperty(KeyedArray([one, other]))
    let seen = Seen { objects.value.count }
    objects.value = KeyedArray([one, other])
    #expect(seen.values.count == 1)
    objects.value.move(id: ObjectIdentifier(one), to: 1)
    #expect(seen.values.count == 2)
  }

  @Test func `values that begin as copies of an empty one have nothing in common`() {
    let none = Items()
    var (one, other) = (none, none)
    one.append(KeyedItem(id: 1))
    other.append(KeyedItem(id: 1))
    #expect(one.keys !== other.keys && one.keys !== none.keys)
    #expect(none[id: 1] == nil && one == other)
  }

  @Test func `two copies that are edited and asked in turn find their own elements`() {
    var one = Items(KeyedItem.items(4))
    var other = one
    other.remove(id: 1)
    #expect(one[id: 1]?.id == 1)
    one.remove(id: 1)
    other.remove(id: 2)
    one.append(KeyedItem(id: 1))
    #expect([one.ids, other.ids] == [[0, 2, 3, 1], [0, 3]])
  }

  /// An object that is its own identity.
  private final class Key: Hashable {
    static func == (one: Key, other: Key) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func `law C6: an edit forgets the identities of an earlier value that is gone`() {
    var keys = KeyedArray((0..<4).map { _ in Key() }, id: { $0 })
    weak var gone: Key?
    do {
      let (first, before) = (keys[0], keys)
      gone = first
      keys.remove(id: first)
      #expect(before[id: first] === first)
    }
    keys.remove(id: keys[0])
    #expect(gone == nil && keys.count == 2)
  }

  @Test func `law C6: a lookup forgets the elements of an edited copy that is gone`() {
    let keys = KeyedArray((0..<4).map { _ in Key() }, id: { $0 })
    weak var gone: Key?
    do {
      let new = Key()
      var copy = keys
      copy.append(new, id: new)
      gone = copy[4]
    }
    #expect(keys[id: keys[0]] === keys[0])
    #expect(gone == nil)
  }

  @Test func `an array that is told apart by another key of the same type is edited by that key`() {
    var items = KeyedArray(KeyedItem.items(5), id: { 100 + $0.id })
    let mistakes = recordingMistakes {
      items[id: 103]?.cost = 7
      items.update(id: 104) { $0.cost = 8 }
      items.insert(KeyedItem(id: 5), id: 105, at: 0)
      items.remove(id: 100)
    }
    #expect(mistakes == [])
    #expect([items.ids, items.map(\.cost)] == [[105, 101, 102, 103, 104], [0, 1, 2, 7, 8]])
  }
}
