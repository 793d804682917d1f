import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Collections {
  /// Equal to another one of the same name, so that only its properties tell of changes.
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

  private struct Undo: Error {}

  let updater = scopedUpdater()
  private let ann = Person("ann")
  private let bob = Person("bob")
  private let eve = Person("eve")

  /// Counts the runs of an effect on a property.
  private func observe(_ property: UntypedProperty) -> () -> Int {
    var runs = 0
    updater.keepUpToDate(dependencies: [property]) { runs += 1 }
    runs = 0
    return {
      defer { runs = 0 }
      return runs
    }
  }

  @Test func `adding, removing and changing a chosen property notify, others do not`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      bob.name.value = "Bob"
      #expect(runs() == 1)
      bob.age.value = 2
      #expect(runs() == 0)
      people.value.append(eve)
      #expect(runs() == 1)
      eve.name.value = "Eve"
      #expect(runs() == 1)
      people.value.removeAll { $0 === bob }
      #expect(runs() == 1)
      bob.name.value = "Robert"
      #expect(runs() == 0)
      ann.name.value = "Ann"
      #expect(runs() == 1)
    }
    #expect(roll.value.map(\.name.value) == ["Ann", "Eve"])
    #expect(bob.name.subscriberCount == 0)
    #expect(eve.name.subscriberCount == 1)
  }

  @Test func `several properties of each element, chosen by a closure`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people) { [$0.name, $0.age] }
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      ann.name.value = "Ann"
      ann.age.value = 2
      bob.age.value = 3
      #expect(runs() == 3)
      batch {
        ann.name.value = "Anna"
        ann.age.value = 4
        bob.age.value = 5
      }
    }
    #expect(runs() == 1)
  }

  @Test func `an element that is there twice counts once, and stays when one goes`() {
    let people = StoredProperty([ann, bob, ann])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      ann.name.value = "Ann"
      #expect(runs() == 1)
      #expect(ann.name.subscriberCount == 1)
      people.value.removeFirst()
      #expect(runs() == 1)
      ann.name.value = "Anna"
      #expect(runs() == 1)
      people.value.removeLast()
      #expect(runs() == 1)
      ann.name.value = "Ann"
    }
    #expect(runs() == 0)
    #expect(ann.name.subscriberCount == 0)
  }

  @Test func `many changes in one batch notify once, and none if it ends as it began`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      batch {
        ann.name.value = "Ann"
        bob.name.value = "Bob"
        people.value = [bob, ann]
      }
      #expect(runs() == 1)
      batch {
        ann.name.value = "x"
        _ = roll.value
        ann.name.value = "Ann"
      }
      #expect(runs() == 0)
      batch {
        people.value = [eve]
        _ = roll.value
        eve.name.value = "Eve"
        bob.name.value = "x"
        people.value = [bob, ann]
        _ = roll.value
        bob.name.value = "Bob"
      }
    }
    #expect(runs() == 0)
  }

  @Test func `away and back in one batch runs nothing, a change meanwhile does`() {
    let people = StoredProperty([ann])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      batch {
        people.value = [bob]
        people.value = [ann]
      }
      #expect(runs() == 0)
      batch {
        people.value = [bob]
        #expect(roll.value == [bob])
        people.value = [ann]
        #expect(roll.value == [ann])
      }
      #expect(runs() == 0)
      batch {
        people.value = []
        #expect(roll.value == [])
        ann.name.value = "Ann"
        people.value = [ann]
      }
    }
    #expect(runs() == 1)
  }

  @Test func `away and back by edits in place runs nothing, though it was read in between`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      batch {
        people.value.append(eve)
        #expect(roll.value == [ann, bob, eve])
        people.value.removeLast()
        #expect(roll.value == [ann, bob])
        people.value = [eve]
        people.value = [ann, bob]
      }
      #expect(runs() == 0)
      batch {
        bob.name.value += "by"
        #expect(roll.value == [ann, bob])
        bob.name.value.removeLast(2)
        #expect(roll.value == [ann, bob])
      }
      #expect(runs() == 0)
      batch {
        people.value.append(eve)
        #expect(roll.value == [ann, bob, eve])
        people.value.removeLast()
        #expect(roll.value == [ann, bob])
        bob.name.value = "robert"
        #expect(roll.value == [ann, bob])
      }
      #expect(runs() == 1)
    }
  }

  @Test func `elements that stay are not subscribed anew`() {
    var events: [Bool] = []
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    ann.name.livenessHandler = { events.append($0) }
    events = []
    let edge = attachedEdges(of: ann.name)
    checkingInvariants(of: [people]) {
      people.value = [eve, bob, ann]
      people.value = [ann]
      people.value = [ann, eve]
    }
    #expect(runs() == 3)
    #expect(events == [])
    #expect(attachedEdges(of: ann.name) == edge)
  }

  @Test func `a sum over a collection, a set and a dictionary stays right`() {
    let list = StoredProperty([ann, bob])
    let set = StoredProperty<Set<Person>>([ann, bob])
    let table = StoredProperty(["a": ann, "b": bob])
    let lists = MultilevelCollectionProperty(list, \.age)
    let sets = MultilevelCollectionProperty(set, \.age)
    let tables = MultilevelCollectionProperty(table, \.age)
    let pairs = MultilevelCollectionProperty(table) { [$0.value.age] }
    let sums = [
      DerivedProperty { lists.value.reduce(0) { $0 + $1.age.value } },
      DerivedProperty { sets.value.reduce(0) { $0 + $1.age.value } },
      DerivedProperty { tables.value.values.reduce(0) { $0 + $1.age.peek() } },
      DerivedProperty { pairs.value.values.reduce(0) { $0 + $1.age.peek() } },
    ]
    var seen: [[Int]] = []
    updater.keepUpToDate { seen.append(sums.map(\.value)) }
    checkingInvariants(of: [list, set, table]) {
      ann.age.value = 13
      batch {
        list.value.append(eve)
        set.value.insert(eve)
        table.value["e"] = eve
      }
      eve.age.value = 6
      batch {
        list.value.removeFirst()
        set.value.remove(ann)
        table.value["a"] = nil
      }
      ann.age.value = 100
    }
    #expect(seen == [2, 14, 15, 20, 7].map { Array(repeating: $0, count: 4) })
  }

  @Test func `reordering is a change if the collection's rule says so`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let rule = ChangeRule<[Person]> { Set($0) != Set($1) }
    let members = MultilevelCollectionProperty(people, \.name, changes: rule)
    let rollRuns = observe(roll)
    let memberRuns = observe(members)
    checkingInvariants(of: [people]) {
      people.value = [bob, ann]
      #expect(rollRuns() == 1 && memberRuns() == 0)
      bob.name.value = "Bob"
      #expect(rollRuns() == 1 && memberRuns() == 1)
      people.value = [bob]
    }
    #expect(rollRuns() == 1 && memberRuns() == 1)
  }

  @Test func `equal elements with other properties are a change`() {
    let people = StoredProperty([ann], changes: .always)
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    let double = Person("ann")
    checkingInvariants(of: [people]) {
      people.value = [ann]
      #expect(runs() == 0)
      people.value = [double]
      #expect(runs() == 1)
      double.name.value = "x"
      #expect(runs() == 1)
      ann.name.value = "y"
    }
    #expect(runs() == 0)
    #expect(roll.value.first === double)
  }

  @Test func `a transaction that throws leaves no trace in a collection`() {
    let people = StoredProperty([ann, bob])
    let roll = MultilevelCollectionProperty(people, \.name)
    let runs = observe(roll)
    checkingInvariants(of: [people]) {
      try? transaction {
        people.value = [eve]
        ann.name.value = "Ann"
        _ = roll.value
        throw Undo()
      }
      #expect(runs() == 0)
      #expect(roll.value == [ann, bob])
      try? transaction {
        ann.name.value = "Ann"
        _ = roll.value
        throw Undo()
      }
      #expect(runs() == 0)
      eve.name.value = "Eve"
      #expect(runs() == 0)
      bob.name.value = "Bob"
      #expect(runs() == 1)
      transaction {
        people.value = [eve]
        eve.name.value = "x"
      }
    }
    #expect(runs() == 1)
  }

  @Test func `keys without memory of their own come back to what they showed, turn after turn`() {
    let elements = (0..<3).map { StoredProperty($0) }
    let keys = StoredProperty(0..<2)
    let shown = MultilevelCollectionProperty(
      keys, changes: ChangeRule { $0.count != $1.count }
    ) { [elements[$0]] }
    var seen: [[Int]] = []
    updater.keepUpToDate { seen.append(shown.value.map { elements[$0].peek() }) }
    for range in [1..<3, 0..<2, 1..<3] {
      batch {
        keys.value = range
        _ = shown.value
      }
    }
    #expect(seen == [[0, 1], [1, 2], [0, 1], [1, 2]])
    #expect(Graph.violations(around: [keys]) == [])
  }
}
