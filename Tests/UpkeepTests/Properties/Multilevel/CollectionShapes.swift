import Testing

@testable import Upkeep

/// Collections of derived values, of collections, through walls, in cycles.
@Suite(.leavesNothing) struct CollectionShapes {
  private final class Item {
    let number: StoredProperty<Int>
    let double: DerivedProperty<Int>
    init(_ number: Int, counting count: @escaping () -> Void = {}) {
      let stored = StoredProperty(number)
      self.number = stored
      double = DerivedProperty {
        count()
        return stored.value * 2
      }
    }
  }

  private struct Group: Equatable {
    let name: String
    let count: StoredProperty<Int>
    let title: StoredProperty<String>
    init(_ name: String) {
      self.name = name
      count = StoredProperty(0)
      title = StoredProperty(name)
    }
    static func == (one: Group, other: Group) -> Bool { one.name == other.name }
  }

  let updater = scopedUpdater()

  @Test func `derived children are computed once a change, and an equal result ends it`() {
    var computations = 0
    let source = StoredProperty(1)
    let parity = DerivedProperty {
      computations += 1
      return source.value % 2
    }
    let list = StoredProperty([parity])
    let all = MultilevelCollectionProperty(list, \.self)
    var runs = 0
    updater.keepUpToDate(dependencies: [all]) { runs += 1 }
    checkingInvariants(of: [list]) {
      source.value = 3
      #expect(computations == 2 && runs == 1)
      source.value = 4
    }
    #expect(computations == 3 && runs == 2)
  }

  @Test func `a child that went with its element is not computed`() {
    let numbers = StoredProperty([10, 20, 30])
    let rows = StoredProperty([0, 1, 2])
    var cells: [Int: DerivedProperty<Int>] = [:]
    for row in 0..<3 {
      cells[row] = DerivedProperty { numbers.value[row] }
    }
    let all = MultilevelCollectionProperty(rows) { row in cells[row].map { [$0] } ?? [] }
    var seen: [Int] = []
    updater.keepUpToDate {
      seen.append(all.value.compactMap { cells[$0]?.peek() }.reduce(0, +))
    }
    checkingInvariants(of: [rows]) {
      batch {
        numbers.value = [10, 21]
        rows.value = [0, 1]
      }
      batch {
        rows.value = [0]
        numbers.value = [11]
      }
      batch {
        numbers.value = []
        rows.value = []
        #expect(all.value == [])
      }
    }
    #expect(seen == [60, 31, 11, 0])
  }

  @Test func `nor one that went unobserved`() {
    let numbers = StoredProperty([10, 20])
    let rows = numbers.map { Array($0.indices) }
    let cells = (0..<2).map { row in DerivedProperty { numbers.value[row] } }
    let all = MultilevelCollectionProperty(rows) { [cells[$0]] }
    checkingInvariants(of: [numbers]) {
      #expect(all.value == [0, 1])
      numbers.value = [10]
      #expect(all.value == [0])
      numbers.value = []
      #expect(all.value == [])
      numbers.value = [1, 2]
      #expect(all.value == [0, 1])
      updater.keepUpToDate { _ = all.value }
      numbers.value = [5]
    }
    #expect(all.value == [0])
  }

  @Test func `a collection of collections follows every level`() {
    let groups = [[Item(1)], [Item(2), Item(3)]]
    let rows = groups.map { StoredProperty($0) }
    let inner = rows.map { MultilevelCollectionProperty($0, \.number) }
    let table = StoredProperty(inner)
    let all = MultilevelCollectionProperty(table, \.self)
    let sum = DerivedProperty {
      all.value.flatMap(\.value).reduce(0) { $0 + $1.number.value }
    }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(sum.value) }
    checkingInvariants(of: [table]) {
      groups[1][1].number.value = 10
      rows[0].value.append(Item(5))
      table.value = [inner[1]]
      groups[0][0].number.value = 100
    }
    #expect(seen == [6, 13, 18, 12])
  }

  @Test func `a collecting property of another one has changed when that has`() {
    let groups = [Group("a"), Group("b")]
    let list = StoredProperty(groups)
    let titled = MultilevelCollectionProperty(list, \.title)
    let counted = MultilevelCollectionProperty(titled, \.count)
    var runs = 0
    updater.keepUpToDate(dependencies: [counted]) { runs += 1 }
    runs = 0
    checkingInvariants(of: [list]) {
      groups[0].count.value = 1
      #expect(runs == 1)
      groups[1].title.value = "B"
      #expect(runs == 2)
      batch {
        groups[1].title.value = "x"
        _ = counted.value
        groups[1].title.value = "B"
      }
    }
    #expect(runs == 2)
  }

  @Test func `children and parents behind walls, constants and connections`() {
    let number = StoredProperty(1)
    let shown = PassThroughProperty(number)
    let plug = ConnectableProperty(0)
    let list = StoredProperty<[Property<Int>]>([number, shown, plug, .constant(5)])
    let wall = PassThroughProperty(list)
    let all = MultilevelCollectionProperty(wall, \.self)
    let pair: [Property<Int>] = [number, plug]
    let fixed = MultilevelCollectionProperty(Property.constant(pair), \.self)
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(all.value.map { $0.peek() }.reduce(0, +)) }
    updater.keepUpToDate { seen.append(fixed.value.map { $0.peek() }.reduce(0, +)) }
    checkingInvariants(of: [list]) {
      number.value = 2
      plug.connect(number)
      number.value = 3
      list.value = [shown]
      number.value = 4
    }
    #expect(seen == [7, 1, 9, 2, 11, 4, 14, 6, 3, 4, 8])
    #expect(number.subscriberCount == 3)
  }

  @Test func `a cycle through a collection is reported once, keeps its value and heals`() {
    let isCycle = StoredProperty(false)
    final class Slot {
      unowned var all: Property<[Property<Int>]>?
      init() {}
    }
    let slot = Slot()
    let child = DerivedProperty(name: "child") {
      isCycle.value ? (slot.all?.value.count ?? 0) : 7
    }
    let list = StoredProperty<[Property<Int>]>([child])
    let all = MultilevelCollectionProperty(list, \.self, name: "all")
    slot.all = all
    var runs = 0
    let mistakes = recordingMistakes {
      updater.keepUpToDate {
        _ = all.value
        runs += 1
      }
      isCycle.value = true
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.allSatisfy { $0.hasPrefix("cycle") })
    #expect(child.value == 7)
    let later = recordingMistakes {
      isCycle.value = false
      list.value = [child, .constant(1)]
      list.value = []
      isCycle.value = true
    }
    #expect(later == [])
    #expect(child.value == 0)
    #expect(Graph.violations(around: [list, child]) == [])
    slot.all = nil
  }

  @Test func `unobserved, a collection is cached and follows on the next read`() {
    var computations = 0
    let items = [1, 2].map { Item($0) { computations += 1 } }
    let list = StoredProperty(items)
    var selections = 0
    let all = MultilevelCollectionProperty(list) { item -> [UntypedProperty] in
      selections += 1
      return [item.double]
    }
    checkingInvariants(of: [list]) {
      #expect(computations == 0 && selections == 0)
      _ = all.value
      _ = all.value
      #expect(computations == 2 && selections == 2)
      let version = all.node.version
      for number in 3...5 { items[0].number.value = number }
      #expect(computations == 2)
      _ = all.value
      #expect(computations == 3 && selections == 2)
      #expect(all.node.version != version)
      list.value.removeLast()
      items[1].number.value = 9
      _ = all.value
      #expect(computations == 3 && selections == 3)
    }
    #expect(all.subscriberCount == 0)
    #expect(attachedEdges(of: items[1].double).isEmpty)
  }

  @Test func `dropping everything frees everything`() {
    weak var parent: StoredProperty<[Item]>?
    weak var item: Item?
    weak var gone: MultilevelCollectionProperty<[Item]>?
    let kept = Item(1)
    do {
      let list = StoredProperty([kept, Item(2)])
      let all = MultilevelCollectionProperty(list, \.double)
      let owner = Updater()
      owner.keepUpToDate { _ = all.value }
      parent = list
      gone = all
      item = list.peek()[1]
      kept.number.value = 2
      #expect(kept.double.subscriberCount == 1)
    }
    #expect(parent == nil && item == nil && gone == nil)
    #expect(kept.double.subscriberCount == 0)
    #expect(attachedEdges(of: kept.double).isEmpty)
    #expect(Graph.violations(around: [kept.number]) == [])
  }

  @Test func `an element that leaves is freed at once`() {
    weak var item: Item?
    let list = StoredProperty([Item(1)])
    let all = MultilevelCollectionProperty(list, \.double)
    updater.keepUpToDate { _ = all.value }
    item = list.peek()[0]
    checkingInvariants(of: [list]) {
      list.value = []
      #expect(item == nil)
      item = nil
      list.value = [Item(2)]
      item = list.peek()[0]
      batch {
        item?.number.value = 5
        list.value = []
      }
    }
    #expect(item == nil)
  }
}
