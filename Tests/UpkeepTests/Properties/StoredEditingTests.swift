import Testing

@testable import Upkeep

private final class Person {
  var age = 1
}

@Suite(.leavesNothing) struct StoredEditingTests {
  let updater = scopedUpdater()

  @Test func `an object mutated in place notifies no effect until touch, then once`() {
    let person = Person()
    let holder = StoredProperty(person)
    let age = DerivedProperty { holder.value.age }
    let seen = updater.readings(of: age.value + holder.value.age, around: [holder]) {
      person.age = 2
      #expect(age.value == 1)
      holder.touch()
    }
    #expect(seen == [2, 4])
    #expect(age.value == 2)
  }

  @Test func `touch on several sources notifies a common dependant once, if there is one`() {
    let first = StoredProperty(1)
    let second = StoredProperty(2)
    func touchBoth() {
      batch {
        first.touch()
        second.touch()
      }
    }
    checkingInvariants(of: [first, second]) {
      first.touch()
      touchBoth()
    }
    let seen = updater.readings(of: [first.value, second.value]) { touchBoth() }
    #expect(seen == [[1, 2], [1, 2]])
  }

  @Test func `an edit in place is one write and one notification`() {
    let items = StoredProperty(["tea"])
    let count = StoredProperty(1)
    let log = updater.readings(of: items.value + ["\(count.value)"]) {
      items.value.append("milk")
      count.value += 1
      items.value[0] = "coffee"
    }
    let before = [["tea", "1"], ["tea", "milk", "1"], ["tea", "milk", "2"]]
    #expect(log == before + [["coffee", "milk", "2"]])
  }

  @Test func `modify is one change, and passes on what the edit returns or throws`() {
    let number = StoredProperty(1)
    let seen = updater.readings(of: number.value) {
      let before = number.modify { number in
        let before = number
        number += 1
        number += 1
        return before
      }
      #expect(before == 1)
      #expect(throws: Refusal.self) {
        try number.modify { number in
          number = 5
          throw Refusal()
        }
      }
    }
    #expect(seen == [1, 3, 5])
  }

  @Test func `a write inside an edit of the same value is refused, and the property stays usable`()
  {
    let number = StoredProperty(1, name: "number")
    var seen: [Int] = []
    expectMistakes(["overlappingAccess: number", "overlappingAccess: number"]) {
      seen = updater.readings(of: number.value) {
        number.modify { edited in
          edited += 10
          number.value = 2
          number.touch()
        }
        number.value = 3
      }
    }
    #expect(seen == [1, 11, 3])
  }

  // MARK: - Exit tests, because the mistakes stop the program

  @Test(.hops) func `values that are swapped in place notify a common dependant once`() async {
    await #expect(processExitsWith: .success) {
      let a = StoredProperty(1)
      let b = StoredProperty(2)
      let updater = Updater()
      var seen: [[Int]] = []
      updater.keepUpToDate { seen.append([a.value, b.value]) }
      checkingInvariants(of: [a, b]) { swap(&a.value, &b.value) }
      precondition(seen == [[1, 2], [2, 1]], "\(seen)")
    }
  }

  @Test(.hops) func `effects of a write to another property wait for the end of the edit`() async {
    await #expect(processExitsWith: .success) {
      let a = StoredProperty(1)
      let b = StoredProperty(2)
      let c = StoredProperty(3)
      let updater = Updater()
      var seen: [[Int]] = []
      updater.keepUpToDate { seen.append([a.value, b.value]) }
      updater.keepUpToDate { seen.append([c.value]) }
      checkingInvariants(of: [a, b, c]) {
        a.modify { edited in
          b.value = 20
          edited = 10
        }
        precondition(seen == [[1, 2], [3], [10, 20]], "\(seen)")
        StoredProperty(0).modify { _ in
          b.value = 21
          batch { c.value = 30 }
        }
      }
      precondition(seen == [[1, 2], [3], [10, 20], [10, 21], [30]], "\(seen)")
    }
  }
}
