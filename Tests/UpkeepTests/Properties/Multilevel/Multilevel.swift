import Testing

@testable import Upkeep

/// The property inside another one's value.
@Suite(.leavesNothing) struct Multilevel {
  private final class Person {
    let name: StoredProperty<String>
    let boss: StoredProperty<Person?>

    init(_ name: String, boss: Person? = nil) {
      self.name = StoredProperty(name)
      self.boss = StoredProperty(boss)
    }
  }

  private final class Team {
    let lead: StoredProperty<Person>
    init(_ lead: Person) { self.lead = StoredProperty(lead) }
  }

  let updater = scopedUpdater()
  let ten = StoredProperty(10)
  let twenty = StoredProperty(20)

  @Test func `the inner value, its changes and those of the outer one`() {
    let (ann, bob) = (Person("ann"), Person("bob"))
    let lead = StoredProperty(ann)
    let name = MultilevelProperty(lead, \.name)
    var log: [String] = []
    updater.keepUpToDate { log.append(name.value) }
    checkingInvariants(of: [lead, ann.name, bob.name]) {
      ann.name.value = "anna"
      lead.value = bob
      bob.name.value = "bobby"
    }
    #expect(log == ["ann", "anna", "bob", "bobby"])
  }

  // team ─> lead ─> name: as one closure, and as one property in another
  @Test(arguments: [true, false])
  func `two levels follow the leaf, the middle and the root, one call each`(isOne: Bool) {
    let (ann, bob, eve) = (Person("ann"), Person("bob"), Person("eve"))
    let (red, blue) = (Team(ann), Team(eve))
    let team = StoredProperty(red)
    let name: Property<String> =
      isOne
      ? MultilevelProperty(team) { $0.lead.value.name }
      : MultilevelProperty(MultilevelProperty(team, \.lead), \.name)
    var log: [String] = []
    updater.keepUpToDate { log.append(name.value) }
    checkingInvariants(of: [team, red.lead, blue.lead, ann.name, bob.name, eve.name]) {
      ann.name.value = "anna"
      red.lead.value = bob
      team.value = blue
      ann.name.value = "-"
      bob.name.value = "-"
      red.lead.value = ann
      eve.name.value = "eva"
    }
    #expect(log == ["ann", "anna", "bob", "eve", "eva"])
  }

  @Test func `without effects it is computed by reads only, and kept`() {
    let lead = StoredProperty(Person("ann"))
    var computed = 0
    let name = MultilevelProperty(lead) { person in
      computed += 1
      return person.name
    }
    lead.value.name.value = "anna"
    #expect(computed == 0)
    #expect([name.value, name.value, name.peek()] == ["anna", "anna", "anna"])
    #expect(computed == 1)
    lead.value = Person("bob")
    #expect(name.value == "bob")
    #expect(computed == 2)
    #expect(Graph.violations(around: [lead]) == [])
  }

  @Test func `the old inner property is followed no longer`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, ten, twenty]) {
      outer.value = twenty
      ten.value = 100
    }
    #expect(log == [10, 20])
    #expect([ten.subscriberCount, twenty.subscriberCount] == [0, 1])
  }

  @Test func `a switch to an inner property with an equal value tells nobody`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    let same = StoredProperty(10)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, ten, same]) { outer.value = same }
    #expect(log == [10])
    same.value = 11
    #expect(log == [10, 11])
    #expect(ten.subscriberCount == 0)
  }

  @Test func `outer and inner changed in one batch are one run, with the new inner`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, ten, twenty]) {
      batch {
        ten.value = 11
        twenty.value = 21
        outer.value = twenty
        twenty.value = 22
        ten.value = 12
      }
    }
    #expect(log == [10, 22])
  }

  @Test(arguments: [true, false])
  func `selector and selected value never mix, in whatever order they were made`(
    selectorIsFirst: Bool
  ) {
    let inner = [ten, twenty]
    let index = StoredProperty(0)
    var log: [String] = []
    let selected = MultilevelProperty(index) { inner[$0] }
    updater.keepUpToDate {
      log.append(
        selectorIsFirst
          ? "\(index.value):\(selected.value)" : "\(selected.value):\(index.value)")
    }
    checkingInvariants(of: [index]) {
      index.value = 1
      batch {
        index.value = 0
        ten.value = 11
      }
    }
    #expect(log == (selectorIsFirst ? ["0:10", "1:20", "0:11"] : ["10:0", "20:1", "11:0"]))
  }

  @Test func `a selector is never called with an index that is out of range by then`() {
    let rows = StoredProperty([StoredProperty(1), StoredProperty(2), StoredProperty(3)])
    let index = StoredProperty(2)
    let selected = MultilevelProperty(rows) { $0[min(index.value, $0.count - 1)] }
    let clamped = DerivedProperty(index, rows) { min($0, $1.count - 1) }
    let unclamped = MultilevelProperty(rows) { $0[clamped.value] }
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([selected.value, unclamped.value]) }
    checkingInvariants(of: [rows, index]) {
      rows.value.removeLast()
      rows.value.removeFirst()
    }
    #expect(log == [[3, 3], [2, 2]])
  }

  @Test(arguments: [true, false])
  func `switching away and back in one batch runs nothing`(readsMidway: Bool) {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, ten, twenty]) {
      batch {
        outer.value = twenty
        if readsMidway { #expect(level.value == 20) }
        outer.value = ten
      }
    }
    #expect(log == [10])
    #expect([ten.subscriberCount, twenty.subscriberCount] == [1, 0])
    ten.value = 11
    #expect(log == [10, 11])
  }

  @Test func `a selection among a hundred rows touches only the two concerned`() {
    var computed: [Int] = []
    let rows = (0..<100).map { row in
      DerivedProperty(ten) { value in
        computed.append(row)
        return value + row
      }
    }
    let selection = StoredProperty(3)
    let selected = MultilevelProperty(selection) { rows[$0] }
    var log: [Int] = []
    updater.keepUpToDate { log.append(selected.value) }
    checkingInvariants(of: [selection, ten]) {
      selection.value = 6
      ten.value = 20
    }
    #expect(log == [13, 16, 26])
    #expect(computed == [3, 6, 6])
    #expect(rows.indices.filter { rows[$0].subscriberCount > 0 } == [6])
  }

  @Test func `a switch inside the inner property's own notification is safe`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    var log: [String] = []
    updater.onTransition(ten, initially: false) { _, new in
      log.append("inner \(new)")
      outer.value = twenty
    }
    updater.keepUpToDate { log.append("level \(level.value)") }
    checkingInvariants(of: [outer, ten, twenty]) { ten.value = 11 }
    #expect(log == ["level 10", "inner 11", "level 20"])
    #expect(ten.subscriberCount == 1)
  }

  @Test func `the inner property may go in its own notification`() {
    let outer = StoredProperty(StoredProperty(1))
    let level = MultilevelProperty(outer) { $0 }
    var log: [Int] = []
    updater.onTransition(level) { _, new in
      log.append(new)
      if new == 2 { outer.value = StoredProperty(3) }
    }
    weak var old: StoredProperty<Int>?
    old = outer.value
    checkingInvariants(of: [outer]) { old?.value = 2 }
    #expect(log == [1, 2, 3])
    #expect(old == nil)
  }

  @Test func `an inner property made by the selector itself is followed and freed`() {
    let outer = StoredProperty(1)
    let level = MultilevelProperty(outer) { number in
      ten.map { $0 * number }
    }
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [outer, ten]) {
      ten.value = 11
      outer.value = 2
      ten.value = 12
    }
    #expect(log == [10, 11, 22, 24])
    #expect(ten.subscriberCount == 1)
  }
}
