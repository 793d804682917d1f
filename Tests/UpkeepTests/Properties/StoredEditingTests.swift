import Testing

@testable import Upkeep

private final class Person {
  var age = 1
}

@Suite(.leavesNothing) struct StoredEditingTests {
  let updater = scopedUpdater()

  @Test func `an object mutated in place notifies nobody until touch, then once`() {
    let person = Person()
    let holder = StoredProperty(person)
    let age = DerivedProperty { holder.value.age }
    var seen: [Int] = []
    checkingInvariants(of: [holder]) {
      updater.keepUpToDate { seen.append(age.value + holder.value.age) }
      person.age = 2
      #expect(seen == [2])
      #expect(age.value == 1)
      holder.touch()
    }
    #expect(seen == [2, 4])
    #expect(age.value == 2)
  }

  @Test func `touch on several sources notifies a common dependant once`() {
    let first = StoredProperty(1)
    let second = StoredProperty(2)
    var runs = 0
    checkingInvariants(of: [first, second]) {
      updater.keepUpToDate {
        runs += 1
        _ = first.value + second.value
      }
      batch {
        first.touch()
        second.touch()
      }
    }
    #expect(runs == 2)
  }

  @Test func `touch does nothing where nothing depends`() {
    let first = StoredProperty(1)
    let second = StoredProperty(2)
    checkingInvariants(of: [first, second]) {
      first.touch()
      batch {
        first.touch()
        second.touch()
      }
    }
    #expect(first.value == 1)
    #expect(second.value == 2)
  }

  @Test func `an edit in place is one write and one notification`() {
    let items = StoredProperty(["tea"])
    let count = StoredProperty(1)
    var log: [String] = []
    checkingInvariants(of: [items, count]) {
      updater.keepUpToDate { log.append("\(items.value)") }
      updater.keepUpToDate { log.append("\(count.value)") }
      items.value.append("milk")
      count.value += 1
      items.value[0] = "coffee"
    }
    #expect(
      log == [#"["tea"]"#, "1", #"["tea", "milk"]"#, "2", #"["coffee", "milk"]"#])
    #expect(items.value == ["coffee", "milk"])
    #expect(count.value == 2)
  }

  @Test func `an edit in place does not copy`() {
    let items = StoredProperty(Array(0..<100))
    items.value.reserveCapacity(1000)
    func address() -> UInt { items.value.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
    let before = address()
    checkingInvariants(of: [items]) {
      updater.keepUpToDate { _ = items.value.count }
      items.value.append(100)
      items.modify { $0.append(101) }
    }
    #expect(address() == before)
    #expect(items.value.count == 102)
  }

  @Test func `modify reads and writes as one change, and returns what the edit returns`() {
    let number = StoredProperty(1)
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(number.value) }
      let before = number.modify { number in
        let before = number
        number += 1
        number += 1
        return before
      }
      #expect(before == 1)
    }
    #expect(seen == [1, 3])
  }

  @Test func `modify lets an error through after what was edited counted as a change`() {
    struct Refused: Error {}
    let number = StoredProperty(1)
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(number.value) }
      #expect(throws: Refused.self) {
        try number.modify { number in
          number = 5
          throw Refused()
        }
      }
    }
    #expect(seen == [1, 5])
  }

  @Test func `a write inside an edit of the same value is refused, and it stays usable`() {
    let number = StoredProperty(1, name: "number")
    var seen: [Int] = []
    let mistakes = recordingMistakes {
      checkingInvariants(of: [number]) {
        updater.keepUpToDate { seen.append(number.value) }
        number.modify { edited in
          edited += 10
          number.value = 2
          number.touch()
        }
        number.value = 3
      }
    }
    #expect(mistakes == ["overlappingAccess: number", "overlappingAccess: number"])
    #expect(seen == [1, 11, 3])
  }

  @Test(.hops) func `a read inside an edit of the same value stops with a message`() async {
    let reading = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let number = StoredProperty(1, name: "number")
      number.modify { $0 += number.value }
    }
    expectOverlap(reading)
    let editing = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let number = StoredProperty(1, name: "number")
      number.modify { _ in number.modify { $0 += 1 } }
    }
    expectOverlap(editing)
    let derived = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let number = StoredProperty(1, name: "number")
      let double = DerivedProperty { number.value * 2 }
      number.modify { $0 += double.value }
    }
    expectOverlap(derived)
  }

  private func expectOverlap(_ result: ExitTest.Result?) {
    let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(message.contains("a property must not be used inside an in-place edit of itself"))
    #expect(message.contains("number"))
  }
}
