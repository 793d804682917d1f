import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedObservationTests {
  let updater = scopedUpdater()

  @Test func `what was read before it was observed still gets later changes`() {
    let number = StoredProperty(1)
    let double = DerivedProperty { number.value * 2 }
    let text = DerivedProperty(double) { "\($0)" }
    var seen: [String] = []
    checkingInvariants(of: [number, text]) {
      #expect(text.value == "2")
      updater.keepUpToDate { seen.append(text.value) }
      number.value = 2
    }
    #expect(seen == ["2", "4"])
  }

  @Test func `the first run sees a change made before it`() {
    let number = StoredProperty(1)
    let double = DerivedProperty { number.value * 2 }
    let triple = DerivedProperty(number) { $0 * 3 }
    var seen: [Int] = []
    checkingInvariants(of: [number, double, triple]) {
      #expect(double.value + triple.value == 5)
      number.value = 2
      updater.keepUpToDate { seen.append(double.value + triple.value) }
    }
    #expect(seen == [10])
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

  @Test func `a value read in a batch that is then reverted is not mistaken for a later one`() {
    let number = StoredProperty("A")
    var runs = 0
    let lower = DerivedProperty {
      runs += 1
      return number.value.lowercased()
    }
    let declared = DerivedProperty(number) { $0.lowercased() }
    checkingInvariants(of: [number, lower, declared]) {
      #expect([lower.value, declared.value] == ["a", "a"])
      batch {
        number.value = "B"
        #expect([lower.value, declared.value] == ["b", "b"])
        number.value = "A"
      }
      number.value = "C"
      #expect([lower.value, declared.value] == ["c", "c"])
      batch {
        number.value = "D"
        #expect([lower.value, declared.value] == ["d", "d"])
        number.value = "C"
      }
      #expect([lower.value, declared.value] == ["c", "c"])
    }
    #expect(runs == 5)
  }

  @Test func `a write that a batch reverts, and nobody read, computes nothing`() {
    let number = StoredProperty("A")
    var runs = 0
    let tracked = DerivedProperty {
      runs += 1
      return number.value.lowercased()
    }
    let declared = DerivedProperty(number) { number in
      runs += 1
      return number.lowercased()
    }
    checkingInvariants(of: [number, tracked, declared]) {
      #expect([tracked.value, declared.value] == ["a", "a"])
      batch {
        number.value = "B"
        number.value = "A"
      }
      batch {
        number.modify { $0 = "B" }
        number.value = "A"
      }
      #expect([tracked.value, declared.value] == ["a", "a"])
    }
    #expect(runs == 2)
  }

  @Test func `losing the last observer leaves it right when it is read`() {
    let number = StoredProperty(1)
    let double = DerivedProperty { number.value * 2 }
    let text = DerivedProperty { "\(double.value)" }
    checkingInvariants(of: [number, text]) {
      let token = updater.keepUpToDate { _ = text.value }
      number.value = 2
      token.cancel()
      number.value = 3
      #expect(text.value == "6")
      #expect(double.value == 6)
    }
  }

  //   number ─> a ─> b ─> c ─> effect
  @Test
  func `once the last observer has gone, writes compute nothing above it`() {
    let number = StoredProperty(1)
    var runs = 0
    let a = DerivedProperty {
      runs += 1
      return number.value
    }
    let b = DerivedProperty(a) { a in
      runs += 1
      return a
    }
    let c = DerivedProperty {
      runs += 1
      return b.value
    }
    checkingInvariants(of: [number, c]) {
      let token = updater.keepUpToDate { _ = c.value }
      let chain: [UntypedProperty] = [number, a, b, c]
      #expect(chain.map(\.subscriberCount) == [1, 1, 1, 1])
      token.cancel()
      #expect(chain.map(\.subscriberCount) == [0, 0, 0, 0])
      for value in 2...5 { number.value = value }
    }
    #expect(runs == 3)
  }

  @Test func `a write in its own computation is refused, and nothing wrong is cached`() {
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

  @Test func `lives as long as it is observed, though nobody else holds it`() {
    let number = StoredProperty(1)
    var seen: [Int] = []
    weak var held: DerivedProperty<Int>?
    let token = {
      let double = DerivedProperty { number.value * 2 }
      held = double
      return updater.onTransition(double) { seen.append($1) }
    }()
    checkingInvariants(of: [number]) {
      number.value = 2
      #expect(held != nil)
      token.cancel()
      number.value = 3
    }
    #expect(seen == [2, 4])
    #expect(held == nil)
  }
}
