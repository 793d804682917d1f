import Testing

@testable import Upkeep

/// Collections of derived values, of collections, of pass-throughs, and in cycles.
@Suite(.leavesNothing) struct CollectionShapes {
  private final class Item {
    let number: StoredProperty<Int>
    let double: DerivedProperty<Int>
    init(_ number: Int, _ log: RunLog<String> = RunLog()) {
      let stored = StoredProperty(number)
      self.number = stored
      double = DerivedProperty { log.noting("compute", stored.value * 2) }
    }
  }

  let updater = scopedUpdater()
  let log = RunLog<String>()

  @Test func `derived children are computed once a change, and an equal result ends it`() {
    let source = StoredProperty(1)
    let parity = source.map { log.noting("compute", $0 % 2) }
    let all = MultilevelCollectionProperty(StoredProperty([parity]), \.self)
    let seen = updater.readings(of: all.value.map { $0.peek() }) {
      source.value = 3
      #expect(log.entries.count == 2)
      source.value = 4
    }
    #expect(seen == [[1], [0]])
    #expect(log.entries.count == 3)
  }

  @Test func `a child of a removed element is not computed`() {
    let numbers = StoredProperty([10, 20, 30])
    let rows = StoredProperty([0, 1, 2])
    let cells = (0..<3).map { row in DerivedProperty { numbers.value[row] } }
    let all = MultilevelCollectionProperty(rows) { [cells[$0]] }
    let seen = updater.readings(of: all.value.map { cells[$0].peek() }) {
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
    #expect(seen == [[10, 20, 30], [10, 21], [11], []])
  }

  @Test func `a child of an element removed without observers is not computed`() {
    let numbers = StoredProperty([10, 20])
    let rows = numbers.map { Array($0.indices) }
    let cells = (0..<2).map { row in DerivedProperty { numbers.value[row] } }
    let all = MultilevelCollectionProperty(rows) { [cells[$0]] }
    checkingInvariants(of: [numbers]) {
      for list in [[10, 20], [10], [], [1, 2]] {
        numbers.value = list
        #expect(all.value == Array(list.indices))
      }
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
    let numbers = DerivedProperty { all.value.flatMap(\.value).map(\.number.value) }
    let seen = updater.readings(of: numbers.value) {
      groups[1][1].number.value = 10
      rows[0].value.append(Item(5))
      table.value = [inner[1]]
      groups[0][0].number.value = 100
    }
    #expect(seen == [[1, 2, 3], [1, 2, 10], [1, 5, 2, 10], [2, 10]])
  }

  @Test
  func `a collection follows children and parents behind pass-throughs, constants and connections`()
  {
    let number = StoredProperty(1)
    let shown = PassThroughProperty(number)
    let plug = ConnectableProperty(0)
    let list = StoredProperty<[Property<Int>]>([number, shown, plug, .constant(5)])
    let wall = PassThroughProperty(list)
    let all = MultilevelCollectionProperty(wall, \.self)
    let pair: [Property<Int>] = [number, plug]
    let fixed = MultilevelCollectionProperty(Property.constant(pair), \.self)
    func sum(_ parts: [Property<Int>]) -> Int { parts.reduce(0) { $0 + $1.peek() } }
    let seen = updater.readings(of: [sum(all.value), sum(fixed.value)]) {
      number.value = 2
      plug.connect(number)
      number.value = 3
      list.value = [shown]
      number.value = 4
    }
    #expect(seen == [[7, 1], [9, 2], [11, 4], [14, 6], [3, 6], [4, 8]])
    #expect(number.subscriberCount == 3)
  }

  @Test func `a cycle through a collection is reported once, keeps its value and heals`() {
    let isCycle = StoredProperty(false)
    let slot = Holder<Property<[Property<Int>]>>()
    let child = DerivedProperty { isCycle.value ? (slot.content?.value.count ?? 0) : 7 }
    let list = StoredProperty<[Property<Int>]>([child])
    let all = MultilevelCollectionProperty(list, \.self, name: "all")
    slot.content = all
    let mistakes = recordingMistakes {
      updater.keepUpToDate { _ = all.value }
      isCycle.value = true
    }
    #expect(mistakes.map { $0.prefix(5) } == ["cycle"])
    #expect(child.value == 7)
    expectMistakes([]) {
      isCycle.value = false
      list.value = [child, .constant(1)]
      list.value = []
      isCycle.value = true
    }
    #expect(child.value == 0)
    #expect(Graph.violations(around: [list, child]) == [])
    slot.content = nil
  }

  @Test func `an unobserved collection is cached, and follows on the next read`() {
    let items = [1, 2].map { Item($0, log) }
    let list = StoredProperty(items)
    let all = MultilevelCollectionProperty(list) { item -> [UntypedProperty] in
      log.noting("select", [item.double])
    }
    checkingInvariants(of: [list]) {
      #expect(log.entries == [])
      for _ in 0..<2 { _ = all.value }
      #expect(log.entries.sorted() == ["compute", "compute", "select", "select"])
      let version = all.node.version
      log.clear()
      for number in 3...5 { items[0].number.value = number }
      #expect(log.entries == [])
      _ = all.value
      #expect(log.entries == ["compute"])
      #expect(all.node.version != version)
      list.value.removeLast()
      items[1].number.value = 9
      _ = all.value
      #expect(log.entries == ["compute", "select"])
    }
    #expect(all.subscriberCount == 0)
    #expect(attachedEdges(of: items[1].double).isEmpty)
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
