import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Other properties", inside values.
@Suite(.leavesNothing) struct YoyoMultilevelTests {
  private final class Person {
    let name: StoredProperty<String>
    let age: StoredProperty<Int>

    init(_ name: String, age: Int = 30) {
      self.name = StoredProperty(name)
      self.age = StoredProperty(age)
    }
  }

  private let updater = scopedUpdater()

  @Test
  func
    `Other properties, MultilevelProperty: it follows which person it is, and that person's name`()
  {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    let person = StoredProperty(ann)
    let names: [Property<String>] = [
      MultilevelProperty(person, \.name), MultilevelProperty(person) { person in person.name },
    ]
    var logs: [[String]] = [[], []]
    for (index, name) in names.enumerated() {
      updater.keepUpToDate(dependencies: [name]) { logs[index].append(name.value) }
    }
    checkingInvariants(of: [person]) {
      ann.name.value = "Anna"
      person.value = bob
      ann.name.value = "Ann"
      bob.name.value = "Robert"
    }
    #expect(logs[0] == ["Ann", "Anna", "Bob", "Robert"])
    #expect(logs[0] == logs[1])
    #expect(ann.name.subscriberCount == 0)
  }

  @Test
  func `Other properties, MultilevelOptionalProperty: the same, and nil where there is no person`()
  {
    let ann = Person("Ann")
    let person = StoredProperty<Person?>(nil)
    let names: [Property<String?>] = [
      MultilevelOptionalProperty(person, \.name),
      MultilevelOptionalProperty(person) { person in person?.name },
    ]
    var logs: [[String?]] = [[], []]
    for (index, name) in names.enumerated() {
      updater.keepUpToDate(dependencies: [name]) { logs[index].append(name.value) }
    }
    checkingInvariants(of: [person]) {
      person.value = ann
      ann.name.value = "Anna"
      person.value = nil
      ann.name.value = "Ann"
    }
    #expect(logs[0] == [nil, "Ann", "Anna", nil])
    #expect(logs[0] == logs[1])
  }

  @Test
  func
    `Other properties, MultilevelCollectionProperty: its parent's value, updated with the children`()
  {
    let (ann, bob) = (Person("Ann", age: 30), Person("Bob", age: 40))
    let people = StoredProperty([ann])
    let roll = MultilevelCollectionProperty(people) { [$0.name] }
    // Deep observation: a value derived from it follows every element.
    let names = DerivedProperty(roll) { people in
      return people.map { $0.name.peek() }
    }
    var runs = 0
    updater.keepUpToDate(dependencies: [roll]) { runs += 1 }
    checkingInvariants(of: [people]) {
      #expect(roll.value.map(ObjectIdentifier.init) == [ObjectIdentifier(ann)])
      people.value.append(bob)
      #expect(runs == 2)
      bob.name.value = "Robert"
      #expect(runs == 3)
      #expect(names.value == ["Ann", "Robert"])
      // Not among the selected children.
      ann.age.value = 31
      #expect(runs == 3)
      people.value = [bob]
      ann.name.value = "Anna"
    }
    #expect(runs == 4)
    #expect(names.value == ["Robert"])
    #expect(roll.value.count == people.value.count)
  }
}
