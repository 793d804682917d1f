import Differential
import Testing

@testable import Upkeep

/// Pausing above collections, nested ones among them.
@Suite(.leavesNothing) struct PausingCollections {
  private final class Person {
    let name = StoredProperty("ann")
    let age = StoredProperty(30)
  }

  let updater = scopedUpdater()

  /// The runs of an effect on `property` on unpausing.
  private func catchUps(of property: UntypedProperty, while change: () -> Void) -> Int {
    var runs = 0
    updater.keepUpToDate(dependencies: [property]) { runs += 1 }
    runs = 0
    checkingInvariants(of: [property]) {
      updater.pause()
      change()
      updater.unpause()
    }
    return runs
  }

  private static func tower(_ height: Int, on bottom: [UntypedProperty]) -> UntypedProperty {
    var floor = bottom
    for _ in 0..<height {
      let below = floor
      floor = bottom.map { _ in MultilevelCollectionProperty(StoredProperty([0])) { _ in below } }
      // From the ground up: the first read of a collection reads all below.
      for property in floor { _ = property.untypedValue }
    }
    return floor[0]
  }

  @Test func `law 13: pausing above a chain of collections does not recurse`() {
    let log = withStack { () -> [Int] in
      var log: [Int] = []
      let stored = StoredProperty(1)
      let top = Self.tower(5_000, on: [stored])
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate(dependencies: [top]) { runs += 1 }
      for end in [1, 2] {
        updater.pause()
        stored.value = 3
        stored.value = end
        updater.unpause()
        log.append(runs)
      }
      return log
    }
    #expect(log == [1, 2])
  }

  @Test
  func `law 13: pausing above stacked diamonds of collections costs each collection once`() {
    let stored = StoredProperty(0)
    let other = StoredProperty(0)
    let top = Self.tower(40, on: [stored, other])
    let runs = catchUps(of: top) {
      stored.value = 1
      stored.value = 0
    }
    #expect(runs == 0)
    #expect(catchUps(of: top) { other.value = 1 } == 1)
  }

  @Test
  func `an element's value that comes back runs nothing where elements are not comparable`() {
    let person = Person()
    struct Row { let person: Person }
    let rows = StoredProperty([Row(person: person)])
    let all = MultilevelCollectionProperty(rows, \.person.name)
    let comesBack = catchUps(of: all) {
      person.name.value = "bob"
      person.name.value = "ann"
    }
    #expect(comesBack == 0)
    #expect(catchUps(of: all) { person.name.value = "bob" } == 1)
  }

  @Test func `of a list that is not comparable, a write counts`() {
    struct Row { let person = Person() }
    let rows = StoredProperty([Row()])
    let all = MultilevelCollectionProperty(rows, \.person.name)
    #expect(catchUps(of: all) { rows.value = rows.value } == 1)
  }

  @Test func `an element's change in a collection of a collection is caught up on`() {
    let people = StoredProperty([Person()], changes: .always)
    let names = MultilevelCollectionProperty(people, \.name, changes: .never)
    let ages = MultilevelCollectionProperty(names, \.age, changes: .never)
    let person = people.value[0]
    #expect(catchUps(of: ages) { person.name.value = "bob" } == 1)
    let comesBack = catchUps(of: ages) {
      person.name.value = "cid"
      person.name.value = "bob"
      person.age.value = 31
      person.age.value = 30
    }
    #expect(comesBack == 0)
  }
}
