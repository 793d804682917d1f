import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C8: the laws of all properties hold for collections.
@Suite(.leavesNothing) struct KeyedOtherLawTests {
  let items = KeyedItems(KeyedItem.items(10), name: "items")
  let updater = scopedUpdater()

  @Test func `law C8: undoing edits costs the edits`() {
    let items = KeyedItems(KeyedItem.items(1_000))
    let calls = KeyedCalls()
    let even = items.filter(calls.counting { $0.cost % 2 == 0 })
    let inOrder = even.sorted(on: calls.counting { -$0.cost })
    let seen = Seen { inOrder.value.first?.id }
    calls.count = 0
    for isRead in [false, true] {
      undoneTransaction {
        for id in 0..<10 { items.update(2 * id) { $0.cost += 2 } }
        items.move(3, to: 900)
        items.remove(500)
        if isRead { #expect(inOrder.value.count == 499) }
      }
      #expect(calls.take() == (isRead ? 20 : 0))
      #expect(inOrder.value.count == 500 && inOrder.value.first?.id == 998)
    }
    // A closure may be called once more for an element that was restored.
    #expect(calls.take() <= 20 && seen.values == [998])
    items.update(0) { $0.cost = 5_000 }
    #expect(calls.take() == 2 && seen.values == [998, 0])
    #expect(Graph.violations(around: [items]) == [])
  }

  @Test func `law C8: a rollback restores a total that was edited in place`() {
    let items = KeyedItems(KeyedItem.items(1_000))
    let sum = items.sum { $0.cost }
    let seen = Seen { sum.value }
    items.update(7) { $0.cost += 1 }
    batch {
      items.update(8) { $0.cost += 1 }
      #expect(sum.value == 499_502)
      undoneTransaction {
        items.update(8) { $0.cost += 10 }
        items.update(900) { $0.cost += 100 }
        #expect(sum.value == 499_612)
      }
      #expect(sum.value == 499_502)
    }
    items.update(900) { $0.cost += 1 }
    #expect(seen.values == [499_500, 499_501, 499_502, 499_503])
    #expect(Graph.violations(around: [items, sum]) == [])
  }

  @Test func `law C8: undoing a part of a transaction keeps the rest`() {
    let table = KeyedTable(updater, items)
    transaction {
      items.remove(0)
      undoneTransaction {
        items.remove(1)
        items.update(2) { $0.cost = 20 }
        #expect(items.value.count == 8)
      }
      items.update(3) { $0.cost = 30 }
    }
    #expect(table.take() == [[1, 0, 0, 1]])
    #expect(
      table.rows == Array(items.value) && table.rows.map(\.cost) == [1, 2, 30, 4, 5, 6, 7, 8, 9])
  }

  @Test func `law C8: an effect may edit the collection that it reads`() {
    let tooDear = items.filter { $0.cost > 5 }
    var sizes: [Int] = []
    updater.keepUpToDate {
      sizes.append(tooDear.value.count)
      if let first = tooDear.value.first { items.update(first.id) { $0.cost = 0 } }
    }
    #expect(sizes == [4, 3, 2, 1, 0])
    items.append(KeyedItem(id: 20, cost: 100))
    #expect(sizes == [4, 3, 2, 1, 0, 1, 0])
    #expect(items.value.map(\.cost) == [0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0])
  }

  @Test func `law C8: a follower may edit its collection, and hears the edit in another round`() {
    let table = KeyedTable<Int, KeyedItem>()
    updater.follow(items) { edits in
      table.apply(edits)
      for new in edits.insertions where new.element.cost > 8 { items.remove(new.element.id) }
    }
    #expect(table.take() == [[0, 10, 0, 0], [1, 0, 0, 0]])
    items.append(KeyedItem(id: 20, cost: 20))
    #expect(table.take() == [[0, 1, 0, 0], [1, 0, 0, 0]])
    #expect(table.rows == Array(items.value) && table.rows.count == 9)
  }

  @Test func `law C8: an edit inside an edit in place stays, and so does the outer one`() {
    let sum = items.sum { $0.cost }
    let seen = Seen { sum.value }
    items.update(1) { item in
      item.cost = 100
      items.append(KeyedItem(id: 10, cost: 1_000))
      items.remove(9)
      items.move(1, to: 5)
      items.update(2) { $0.cost = 0 }
    }
    #expect(items.value.ids == [0, 2, 3, 4, 5, 1, 6, 7, 8, 10])
    #expect([sum.value, seen.values.last] == [1_133, 1_133])
    #expect(Graph.violations(around: [items]) == [])
  }

  @Test func `law C8: an element that is removed while it is edited does not come back`() {
    items.update(1) { item in
      item.cost = 100
      items.remove(1)
    }
    #expect(items.value[id: 1] == nil && items.value.count == 9)
    items.update(2) { item in
      item.cost = 100
      items.update(2) { $0.cost = 50 }
    }
    #expect(items.value[id: 2]?.cost == 100)
  }

  /// An identity that calls a closure when it is released.
  private final class Key: Hashable {
    let number: Int
    private let witness: Witness

    init(_ number: Int, _ body: @escaping () -> Void) {
      self.number = number
      witness = Witness(body)
    }

    static func == (one: Key, other: Key) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test func `law C8: an identity may read and edit the collection that it leaves`() {
    let entries = StoredCollection<Key, Int>([], id: { Key($0) {} })
    let even = entries.filter { $0 % 2 == 0 }
    var (log, isOver) = ([Int](), false)
    let keyed = StoredCollection<Key, (Key, Int)>([], id: \.0, changes: .always)
    func leave(_ number: Int) {
      if isOver { return }
      log.append(keyed.value.count)
      _ = keyed.value[id: Key(0) {}]
      entries.append(number)
      _ = even.value
    }
    updater.keepUpToDate { _ = (even.value, keyed.value) }
    for number in 0..<5 { keyed.append((Key(number) { leave(number) }, number)) }
    _ = keyed.value[id: Key(2) {}]
    keyed.remove(Key(2) {})
    keyed.update(Key(3) {}) { $0.1 = 30 }
    keyed.replaceAll(with: [(Key(0) {}, 0)])
    #expect(keyed.value.count == 1 && log.first == 4)
    #expect([entries.value.sorted(), even.value.sorted()] == [[0, 1, 2, 3, 4], [0, 2, 4]])
    isOver = true
    keyed.removeAll()
    #expect(Graph.violations(around: [entries, keyed]) == [])
  }

  @Test func `law C8: an edit inside a derivation is reported and refused`() {
    let total = DerivedProperty(name: "total") {
      items.append(KeyedItem(id: 99))
      items.update(1) { $0.cost = 100 }
      items.remove(2)
      items.move(3, to: 0)
      items.replaceAll(with: [])
      return 1
    }
    let mistakes = recordingMistakes { #expect(total.value == 1) }
    #expect(Set(mistakes) == ["writeInDerivation: total, items"])
    #expect(Array(items.value) == KeyedItem.items(10))
    let shown = items.filter(name: "shown") { item in
      items.remove(item.id)
      return true
    }
    #expect(Set(recordingMistakes { _ = shown.value }) == ["writeInDerivation: shown, items"])
    #expect(Array(items.value) == KeyedItem.items(10))
  }

  @Test func `law C8: a collection may be shown with changes that are on their way`() {
    let shown = TentativeProperty(items)
    let even = shown.filter { $0.cost % 2 == 0 }
    let table = KeyedTable(updater, even)
    let other = KeyedItems(KeyedItem.items(10))
    other.remove(4)
    other.update(6) { $0.group = 7 }
    other.append(KeyedItem(id: 12, cost: 12))
    shown.value = other.value
    #expect(table.take() == [[1, 1, 0, 1]])
    #expect(table.rows == other.value.filter { $0.cost % 2 == 0 })
    items.remove(8)
    #expect(table.take() == [])
    shown.revertTentative()
    #expect(table.rows == items.value.filter { $0.cost % 2 == 0 })
    #expect(table.take() == [[2, 1, 0, 1]])
  }

  @Test func `law C8: a property may be connected to one collection after another`() {
    let others = KeyedItems(KeyedItem.items(12).reversed())
    let level = ConnectableProperty(items.value)
    let calls = KeyedCalls()
    let costs = level.map(calls.counting { (item: KeyedItem) in item.cost })
    let inOrder = level.sorted { $0.cost < $1.cost }
    let total = level.sum { $0.cost }
    let seen = Seen { [costs.value.first ?? -1, inOrder.value.first?.id ?? -1, total.value] }
    level.connect(items)
    items.update(0) { $0.cost = 50 }
    level.connect(others)
    others.remove(0)
    items.remove(0)
    level.connect(items)
    level.connect(items.filter { $0.cost > 4 })
    let all = [[0, 0, 45], [50, 1, 95], [11, 0, 66], [11, 1, 66], [1, 1, 45], [5, 5, 35]]
    #expect(seen.values == all)
    #expect(Array(costs.value) == [5, 6, 7, 8, 9])
    #expect(Graph.violations(around: [items, others]) == [])
  }

  // MARK: - Actors

  @Test func `law C8: an element may read and edit the collection that it leaves`() {
    let entries = StoredCollection<Int, KeyedWitness>([], id: \.id)
    let shown = entries.filter { $0.id % 2 == 0 }
    let inOrder = shown.sorted { $0.id > $1.id }
    var log: [[Int]] = []
    func leave(_ id: Int) {
      log.append([id] + inOrder.value.map(\.id) + entries.value.ids)
      if id < 10, entries.value.count < 5 { entries.append(KeyedWitness(id + 100) {}) }
    }
    updater.keepUpToDate { _ = inOrder.value }
    for id in 0..<5 { entries.append(KeyedWitness(id) { leave(id) }) }
    entries[0] = KeyedWitness(0) {}
    for id in [4, 3] { entries.remove(id) }
    entries.replaceAll(with: [KeyedWitness(50) {}])
    entries.removeAll()
    #expect(log.map { $0[0] }.sorted() == [0, 1, 2, 3, 4])
    let even = entries.value.ids.filter { $0 % 2 == 0 }.sorted(by: >)
    #expect(inOrder.value.map(\.id) == even)
    for _ in 1...2 { entries.removeAll() }
    #expect(Graph.violations(around: [entries]) == [])
  }

  private actor Shop {
    private let items = KeyedItems(KeyedItem.items(10))
    private let updater = Updater()
    private let seen = Holder<[[Int]]>([])

    var log: [[Int]] { seen.content ?? [] }

    /// Logs the costs in their order, or an empty list outside the actor.
    func open() {
      let dear = items.filter { $0.cost > 7 }
      let inOrder = dear.sorted(on: { -$0.cost })
      let home = Self.whereabouts
      updater.follow(inOrder) { [seen] edits in
        seen.content?.append(Self.whereabouts == home ? edits.new.map(\.cost) : [])
      }
    }

    /// A pointer that differs between isolations.
    private static var whereabouts: UnsafeMutableRawPointer? {
      Owner.current(Context.current)?.toOpaque()
    }

    func raise(_ id: Int) { items.update(id) { $0.cost += 10 } }
  }

  @Test(.hops) func `law C8: an actor owns its collections, and is told where it runs`() async {
    let shops = [Shop(), Shop()]
    for shop in shops { await shop.open() }
    for id in 0..<2 { for shop in shops { await shop.raise(id) } }
    for shop in shops { #expect(await shop.log == [[9, 8], [10, 9, 8], [11, 10, 9, 8]]) }
  }
}
