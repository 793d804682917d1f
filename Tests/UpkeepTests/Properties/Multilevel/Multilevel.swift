import Testing

@testable import Upkeep

/// A property inside the value of another property.
@Suite(.leavesNothing) struct Multilevel {
  private final class Person {
    let name: StoredProperty<String>
    init(_ name: String) { self.name = StoredProperty(name) }
  }

  private final class Team {
    let lead: StoredProperty<Person>
    init(_ lead: Person) { self.lead = StoredProperty(lead) }
  }

  let updater = scopedUpdater()
  let ten = StoredProperty(10)
  let twenty = StoredProperty(20)
  let log = RunLog<String>()

  // team ─> lead ─> name: as one closure, and as one multilevel property inside another
  @Test(arguments: [true, false])
  func `two levels follow the leaf, the middle and the root, one call each`(isOne: Bool) {
    let (ann, bob, eve) = (Person("ann"), Person("bob"), Person("eve"))
    let (red, blue) = (Team(ann), Team(eve))
    let team = StoredProperty(red)
    let name: Property<String> =
      isOne
      ? MultilevelProperty(team) { $0.lead.value.name }
      : MultilevelProperty(MultilevelProperty(team, \.lead), \.name)
    let log = updater.readings(of: name.value, around: [red.lead, blue.lead, bob.name]) {
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

  @Test func `a value that no effect needs is computed by reads only, and kept`() {
    let lead = StoredProperty(Person("ann"))
    let name = MultilevelProperty(lead) { log.noting("compute", $0.name) }
    lead.value.name.value = "anna"
    #expect(log.entries == [])
    #expect([name.value, name.value, name.peek()] == ["anna", "anna", "anna"])
    #expect(log.entries == ["compute"])
    lead.value = Person("bob")
    #expect(name.value == "bob")
    #expect(log.entries == ["compute", "compute"])
    #expect(Graph.violations(around: [lead]) == [])
  }

  @Test func `a switch is one change if the values differ, and the old inner one is left`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    let same = StoredProperty(10)
    let log = updater.readings(of: level.value, around: [ten, twenty, same]) {
      outer.value = same
      same.value = 11
      batch {
        ten.value = 12
        twenty.value = 21
        outer.value = twenty
        twenty.value = 22
        ten.value = 13
      }
      ten.value = 14
    }
    #expect(log == [10, 11, 22])
    #expect([ten, same, twenty].map(\.subscriberCount) == [0, 0, 1])
  }

  @Test func `selector and selected value never mix`() {
    let inner = [ten, twenty]
    let index = StoredProperty(0)
    let selected = MultilevelProperty(index) { inner[$0] }
    let log = updater.readings(of: "\(index.value):\(selected.value):\(index.value)") {
      index.value = 1
      batch {
        index.value = 0
        ten.value = 11
      }
    }
    #expect(log == ["0:10:0", "1:20:1", "0:11:0"])
  }

  @Test func `a selector is never called with an index that is out of range by then`() {
    let rows = StoredProperty([StoredProperty(1), StoredProperty(2), StoredProperty(3)])
    let index = StoredProperty(2)
    let selected = MultilevelProperty(rows) { $0[min(index.value, $0.count - 1)] }
    let clamped = DerivedProperty(index, rows) { min($0, $1.count - 1) }
    let unclamped = MultilevelProperty(rows) { $0[clamped.value] }
    let log = updater.readings(of: [selected.value, unclamped.value]) {
      rows.value.removeLast()
      rows.value.removeFirst()
    }
    #expect(log == [[3, 3], [2, 2]])
  }

  @Test(arguments: [true, false])
  func `a switch and its reversal in one batch run nothing`(readsMidway: Bool) {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    let log = updater.readings(of: level.value, around: [twenty]) {
      batch {
        outer.value = twenty
        if readsMidway { #expect(level.value == 20) }
        outer.value = ten
      }
      #expect([ten.subscriberCount, twenty.subscriberCount] == [1, 0])
      ten.value = 11
    }
    #expect(log == [10, 11])
  }

  @Test func `a change of selection among a hundred rows touches only two rows`() {
    let rows = (0..<100).map { row in
      DerivedProperty(ten) { log.noting("\(row)", $0 + row) }
    }
    let selection = StoredProperty(3)
    let selected = MultilevelProperty(selection) { rows[$0] }
    let seen = updater.readings(of: selected.value) {
      selection.value = 6
      ten.value = 20
    }
    #expect(seen == [13, 16, 26])
    #expect(log.entries == ["3", "6", "6"])
    #expect(rows.indices.filter { rows[$0].subscriberCount > 0 } == [6])
  }

  @Test func `a switch inside the inner property's own notification is safe`() {
    let outer = StoredProperty(ten)
    let level = MultilevelProperty(outer) { $0 }
    updater.onTransition(ten, initially: false) { _, _ in outer.value = twenty }
    let log = updater.readings(of: level.value) { ten.value = 11 }
    #expect(log == [10, 20])
    #expect(ten.subscriberCount == 1)
  }

  @Test func `the inner property may be released by its own effect`() {
    let outer = StoredProperty(StoredProperty(1))
    let level = MultilevelProperty(outer) { $0 }
    updater.onTransition(level) { _, new in
      log.append("\(new)")
      if new == 2 { outer.value = StoredProperty(3) }
    }
    weak var old: StoredProperty<Int>?
    old = outer.value
    log.expect(["1", "2", "3"], around: [outer]) { old?.value = 2 }
    #expect(old == nil)
  }

  @Test func `an inner property made by the selector itself is followed and freed`() {
    let outer = StoredProperty(1)
    let level = MultilevelProperty(outer) { number in ten.map { $0 * number } }
    let log = updater.readings(of: level.value) {
      ten.value = 11
      outer.value = 2
      ten.value = 12
    }
    #expect(log == [10, 11, 22, 24])
    #expect(ten.subscriberCount == 1)
  }
}
