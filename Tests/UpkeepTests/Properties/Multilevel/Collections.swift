import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Collections {
  /// Persons of the same name are equal, so only their properties tell changes.
  private final class Person: Hashable {
    let id: String
    let name: StoredProperty<String>
    let age = StoredProperty(1)
    init(_ id: String) {
      self.id = id
      name = StoredProperty(id)
    }
    static func == (one: Person, other: Person) -> Bool { one.id == other.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  let updater = scopedUpdater()
  private let ann = Person("ann")
  private let bob = Person("bob")
  private let eve = Person("eve")
  private let people: StoredProperty<[Person]>
  private let roll: MultilevelCollectionProperty<[Person]>

  init() {
    people = StoredProperty([ann, bob])
    roll = MultilevelCollectionProperty(people, \.name)
  }

  private func batched(_ change: @escaping () -> Void) -> () -> Void { { batch(change) } }

  /// The number of runs of an effect on a property for each change.
  private func runs(of property: UntypedProperty, for changes: [() -> Void]) -> [Int] {
    var runs = 0
    updater.keepUpToDate(dependencies: [property]) { runs += 1 }
    return checkingInvariants(of: [property, people]) {
      changes.map { change in
        runs = 0
        change()
        return runs
      }
    }
  }

  @Test func `adding, removing and changing a chosen property notify, others do not`() {
    let changes: [() -> Void] = [
      { bob.name.value = "Bob" },
      { bob.age.value = 2 },
      { people.value.append(eve) },
      { eve.name.value = "Eve" },
      { people.value.removeAll { $0 === bob } },
      { bob.name.value = "Robert" },
      { ann.name.value = "Ann" },
    ]
    #expect(runs(of: roll, for: changes) == [1, 0, 1, 1, 1, 0, 1])
    #expect(roll.value.map(\.name.value) == ["Ann", "Eve"])
    #expect([bob, eve].map(\.name.subscriberCount) == [0, 1])
  }

  @Test func `several properties of each element are chosen by a closure`() {
    let both = MultilevelCollectionProperty(people) { [$0.name, $0.age] }
    let changes: [() -> Void] = [
      { ann.name.value = "Ann" },
      { ann.age.value = 2 },
      { bob.age.value = 3 },
      batched {
        ann.name.value = "Anna"
        ann.age.value = 4
        bob.age.value = 5
      },
    ]
    #expect(runs(of: both, for: changes) == [1, 1, 1, 1])
  }

  @Test func `an element that is there twice counts once, and stays when one goes`() {
    people.value.append(ann)
    let changes: [() -> Void] = [
      {
        ann.name.value = "Ann"
        #expect(ann.name.subscriberCount == 1)
      },
      { people.value.removeFirst() },
      { ann.name.value = "Anna" },
      { people.value.removeLast() },
      { ann.name.value = "Ann" },
    ]
    #expect(runs(of: roll, for: changes) == [1, 1, 1, 1, 0])
    #expect(ann.name.subscriberCount == 0)
  }

  @Test func `a batch notifies once if it changes anything, and not if it ends as it began`() {
    let changes: [() -> Void] = [
      batched {
        ann.name.value = "Ann"
        bob.name.value = "Bob"
        people.value = [bob, ann]
      },
      batched {
        ann.name.value = "x"
        #expect(roll.value == [bob, ann])
        ann.name.value = "Ann"
      },
      batched {
        people.value = [eve]
        #expect(roll.value == [eve])
        eve.name.value = "Eve"
        bob.name.value = "x"
        people.value = [bob, ann]
        #expect(roll.value == [bob, ann])
        bob.name.value = "Bob"
      },
      batched {
        people.value = []
        #expect(roll.value == [])
        ann.name.value = "Anna"
        people.value = [bob, ann]
      },
    ]
    #expect(runs(of: roll, for: changes) == [1, 0, 0, 1])
  }

  @Test func `reversed edits in place run nothing, although they were read in between`() {
    let changes: [() -> Void] = [
      batched {
        people.value.append(eve)
        #expect(roll.value == [ann, bob, eve])
        people.value.removeLast()
        #expect(roll.value == [ann, bob])
        people.value = [eve]
        people.value = [ann, bob]
      },
      batched {
        bob.name.value += "by"
        #expect(roll.value == [ann, bob])
        bob.name.value.removeLast(2)
        #expect(roll.value == [ann, bob])
      },
    ]
    #expect(runs(of: roll, for: changes) == [0, 0])
  }

  @Test func `a collection of a collection changes with its source`() {
    let aged = MultilevelCollectionProperty(roll, \.age)
    let changes: [() -> Void] = [
      { ann.age.value = 2 },
      { bob.name.value = "Bob" },
      batched {
        bob.name.value = "x"
        _ = aged.value
        bob.name.value = "Bob"
      },
    ]
    #expect(runs(of: aged, for: changes) == [1, 1, 0])
  }

  @Test func `kept elements are not subscribed again, and added and removed ones are`() {
    var events: [String] = []
    func takeEvents() -> [String] {
      defer { events = [] }
      return events.sorted()
    }
    for person in [ann, bob, eve] {
      person.name.livenessHandler = { [id = person.id] in events.append("\(id) \($0)") }
    }
    updater.keepUpToDate(dependencies: [roll]) {}
    #expect(takeEvents() == ["ann true", "bob true"])
    let edge = attachedEdges(of: ann.name)
    let steps: [(list: [Person], events: [String])] = [
      ([bob, ann], []), ([eve, bob, ann], ["eve true"]), ([ann], ["bob false", "eve false"]),
      ([ann, eve], ["eve true"]), ([bob, ann], ["bob true", "eve false"]),
    ]
    let changes = steps.map { step in
      {
        people.value = step.list
        #expect(takeEvents() == step.events)
      }
    }
    #expect(runs(of: roll, for: changes) == [1, 1, 1, 1, 1])
    #expect(attachedEdges(of: ann.name) == edge)
    updater.cancel()
    #expect(takeEvents() == ["ann false", "bob false"])
  }

  @Test func `a sum over a collection, a set and a dictionary stays right`() {
    let set = StoredProperty<Set<Person>>([ann, bob])
    let table = StoredProperty(["a": ann, "b": bob])
    let lists = MultilevelCollectionProperty(people, \.age)
    let sets = MultilevelCollectionProperty(set, \.age)
    let tables = MultilevelCollectionProperty(table, \.age)
    let pairs = MultilevelCollectionProperty(table) { [$0.value.age] }
    let sums = [
      DerivedProperty { lists.value.reduce(0) { $0 + $1.age.value } },
      DerivedProperty { sets.value.reduce(0) { $0 + $1.age.value } },
      DerivedProperty { tables.value.values.reduce(0) { $0 + $1.age.peek() } },
      DerivedProperty { pairs.value.values.reduce(0) { $0 + $1.age.peek() } },
    ]
    let seen = updater.readings(of: sums.map(\.value)) {
      ann.age.value = 13
      batch {
        people.value.append(eve)
        set.value.insert(eve)
        table.value["e"] = eve
      }
      eve.age.value = 6
      batch {
        people.value.removeFirst()
        set.value.remove(ann)
        table.value["a"] = nil
      }
      ann.age.value = 100
    }
    #expect(seen == [2, 14, 15, 20, 7].map { Array(repeating: $0, count: 4) })
  }

  @Test func `reordering is a change if the collection's rule says so`() {
    let rule = ChangeRule<[Person]> { Set($0) != Set($1) }
    let members = MultilevelCollectionProperty(people, \.name, changes: rule)
    let changes: [() -> Void] = [
      { people.value = [bob, ann] },
      { bob.name.value = "Bob" },
      { people.value = [bob] },
    ]
    #expect(runs(of: roll, for: changes) == [1, 1, 1])
    people.value = [ann, bob]
    bob.name.value = "bob"
    #expect(runs(of: members, for: changes) == [0, 1, 1])
  }

  @Test func `equal elements with other properties are a change`() {
    let people = StoredProperty([ann], changes: .always)
    let roll = MultilevelCollectionProperty(people, \.name)
    let double = Person("ann")
    let changes: [() -> Void] = [
      { people.value = [ann] },
      { people.value = [double] },
      { double.name.value = "x" },
      { ann.name.value = "y" },
    ]
    #expect(runs(of: roll, for: changes) == [0, 1, 1, 0])
    #expect(roll.value.first === double)
  }

  @Test func `a transaction that throws leaves no trace in a collection`() {
    let changes: [() -> Void] = [
      {
        undoneTransaction {
          people.value = [eve]
          ann.name.value = "Ann"
          #expect(roll.value == [eve])
        }
        #expect(roll.value == [ann, bob])
      },
      {
        undoneTransaction {
          ann.name.value = "Ann"
          _ = roll.value
        }
      },
      { eve.name.value = "Eve" },
      { bob.name.value = "Bob" },
      {
        transaction {
          people.value = [eve]
          eve.name.value = "x"
        }
      },
    ]
    #expect(runs(of: roll, for: changes) == [0, 0, 0, 1, 1])
  }

  @Test func `keys that fit into a pointer restore their values, turn after turn`() {
    let elements = (0..<3).map { StoredProperty($0) }
    let keys = StoredProperty(0..<2)
    let shown = MultilevelCollectionProperty(
      keys, changes: ChangeRule { $0.count != $1.count }
    ) { [elements[$0]] }
    let seen = updater.readings(of: shown.value.map { elements[$0].peek() }) {
      for range in [1..<3, 0..<2, 1..<3] {
        batch {
          keys.value = range
          _ = shown.value
        }
      }
    }
    #expect(seen == [[0, 1], [1, 2], [0, 1], [1, 2]])
  }
}
