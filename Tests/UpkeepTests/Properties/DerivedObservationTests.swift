import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedObservationTests {
  let updater = scopedUpdater()

  @Test func `a value read before it is observed gets earlier and later changes`() {
    let number = StoredProperty(1)
    let double = DerivedProperty { number.value * 2 }
    let text = DerivedProperty(double) { "\($0)" }
    #expect(text.value == "2")
    number.value = 2
    let seen = updater.readings(of: text.value) { number.value = 3 }
    #expect(seen == ["4", "6"])
  }

  @Test func `a chain read only in part between writes still reads right`() {
    let number = StoredProperty(1)
    let first = DerivedProperty { number.value + 1 }
    let second = DerivedProperty { first.value + 1 }
    let third = DerivedProperty(second) { $0 + 1 }
    checkingInvariants(of: [number, first, second, third]) {
      #expect(third.value == 4)
      number.value = 2
      #expect(first.value == 3)
      number.value = 3
      #expect(first.value == 4)
      #expect(second.value == 5)
      #expect(third.value == 6)
      number.value = 1
      #expect(first.value == 2)
      number.value = 3
      #expect(third.value == 6)
    }
  }

  //   number ─> a ─> b ─> c ─> effect
  @Test
  func `writes compute nothing once the last observer has gone, and reads are right`() {
    let number = StoredProperty(1)
    var runs = 0
    func count(_ value: Int) -> Int {
      runs += 1
      return value
    }
    let a = DerivedProperty { count(number.value) }
    let b = DerivedProperty(a, calculate: count)
    let c = DerivedProperty { count(b.value) }
    checkingInvariants(of: [number, c]) {
      let token = updater.keepUpToDate { _ = c.value }
      let chain: [UntypedProperty] = [number, a, b, c]
      #expect(chain.map(\.subscriberCount) == [1, 1, 1, 1])
      token.cancel()
      #expect(chain.map(\.subscriberCount) == [0, 0, 0, 0])
      for value in 2...5 { number.value = value }
      #expect(runs == 3)
      #expect([c.value, b.value] == [5, 5])
    }
  }

  @Test func `a write in a value's own computation is refused, and nothing wrong is cached`() {
    let number = StoredProperty(1, name: "number")
    let writer = DerivedProperty(name: "writer") {
      let before = number.value
      number.value += 1
      number.value = 100
      number.modify { $0 = 1000 }
      number.touch()
      return before * 2
    }
    var seen: [Int] = []
    let mistakes = recordingMistakes {
      checkingInvariants(of: [number, writer]) {
        updater.keepUpToDate { seen.append(writer.value) }
        #expect(number.value == 1)
        number.value = 2
        #expect(number.value == 2)
      }
    }
    #expect(seen == [2, 4])
    #expect(mistakes == Array(repeating: "writeInDerivation: writer, number", count: 8))
  }
}
