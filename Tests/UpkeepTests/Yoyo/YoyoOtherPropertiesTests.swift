import Testing

@testable import Upkeep

/// The promises of Yoyo's README, kept by Upkeep: "Other properties".
@Suite(.leavesNothing) struct YoyoOtherPropertiesTests {
  private final class Person {
    let name: StoredProperty<String>
    let age = StoredProperty(30)

    init(_ name: String) { self.name = StoredProperty(name) }
  }

  private let updater = scopedUpdater()

  /// The values that properties show while something happens.
  private func values<Value>(
    of properties: [Property<Value>], _ change: () -> Void
  ) -> [[Value]] {
    var seen: [[Value]] = properties.map { _ in [] }
    let tokens = properties.enumerated().map { index, property in
      updater.keepUpToDate(dependencies: [property]) { seen[index].append(property.value) }
    }
    checkingInvariants(of: properties, change)
    for token in tokens { token.cancel() }
    return seen
  }

  @Test
  func `Other properties, ManuallyRecalculatedDerivedProperty: only recalculate updates the value`()
  {
    var freeBytes = 100
    let number = StoredProperty(1)
    let property = ManuallyRecalculatedDerivedProperty { freeBytes + number.value }
    let seen = values(of: [property]) {
      freeBytes = 50
      number.value = 2
      #expect(property.value == 101)
      property.recalculate()
      #expect(property.value == 52)
      property.recalculate()
    }
    #expect(seen == [[101, 52]])
  }

  // "A special case of DerivedProperty", and "a variant of PassThroughProperty".
  @Test
  func `Other properties, PassThroughProperty: its value is its parent's, seen through a wall`() {
    let parent = StoredProperty([1])
    let level = ConnectableProperty([0])
    level.connect(parent)
    let shown: [Property<[Int]>] = [
      PassThroughProperty(parent), DerivedProperty(parent) { parent in return parent }, level,
    ]
    #expect(shown[0] as? StoredProperty<[Int]> == nil)
    var transitions: [[String]] = [[], [], []]
    for (index, property) in shown.enumerated() {
      updater.onTransition(property) { transitions[index].append("\($0 ?? []) \($1)") }
    }
    let seen = values(of: shown) {
      parent.value = [2]
      parent.value = [2]
      batch {
        parent.value = [3]
        #expect(shown.map(\.value) == [[3], [3], [3]])
        parent.value = [2]
      }
      parent.value.append(4)
    }
    #expect(seen == [[[Int]]](repeating: [[1], [2], [2, 4]], count: 3))
    let expected = ["[] [1]", "[1] [2]", "[2] [2, 4]"]
    #expect(transitions == [expected, expected, expected])
  }

  @Test func `Other properties, ConnectableProperty: its parent can be changed, and is kept`() {
    // Made first, and watched, by somebody who knows neither of its parents.
    let level = ConnectableProperty(0)
    let second = StoredProperty(20)
    let seen = values(of: [level]) {
      do {
        let first = StoredProperty(1)
        level.connect(first)
        first.value = 2
      }
      level.connect(second)
      second.value = 21
      level.connect(constant: 7)
      second.value = 22
    }
    #expect(seen == [[0, 1, 2, 20, 21, 7]])
    #expect(second.subscriberCount == 0)
  }

  @Test
  func
    `Other properties, MultilevelProperty: it follows which person it is, and that person's name`()
  {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    let person = StoredProperty(ann)
    let names: [Property<String>] = [
      MultilevelProperty(person, \.name), MultilevelProperty(person) { person in person.name },
    ]
    let seen = values(of: names) {
      ann.name.value = "Anna"
      person.value = bob
      ann.name.value = "Ann"
      bob.name.value = "Robert"
    }
    let expected = ["Ann", "Anna", "Bob", "Robert"]
    #expect(seen == [expected, expected])
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
    let seen = values(of: names) {
      person.value = ann
      ann.name.value = "Anna"
      person.value = nil
      ann.name.value = "Ann"
    }
    let expected = [nil, "Ann", "Anna", nil]
    #expect(seen == [expected, expected])
  }

  @Test
  func
    `Other properties, MultilevelCollectionProperty: its parent's value, updated with the children`()
  {
    let (ann, bob) = (Person("Ann"), Person("Bob"))
    let people = StoredProperty([ann])
    // Deep observation: a value derived from it follows every element.
    var runs = 0
    let names = DerivedProperty(MultilevelCollectionProperty(people) { [$0.name] }) { people in
      runs += 1
      return people.map { $0.name.peek() }
    }
    let seen = values(of: [names]) {
      people.value.append(bob)
      bob.name.value = "Robert"
      // Not among the selected children.
      ann.age.value = 31
      people.value = [bob]
      ann.name.value = "Anna"
    }
    #expect(seen == [[["Ann"], ["Ann", "Bob"], ["Ann", "Robert"], ["Robert"]]])
    #expect(runs == 4)
  }
}
