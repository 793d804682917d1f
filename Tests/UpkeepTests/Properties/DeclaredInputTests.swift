import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DeclaredInputTests {
  let updater = scopedUpdater()

  @Test func `hands the closure the current values of its inputs`() {
    let a = StoredProperty(1)
    let b = StoredProperty("x")
    var got: [String] = []
    let text = DerivedProperty(a, b) { a, b in
      got.append("\(a)\(b)")
      return b + "\(a)"
    }
    checkingInvariants(of: [a, b, text]) {
      #expect(text.value == "x1")
      a.value = 2
      #expect(text.value == "x2")
      b.value = "y"
      a.value = 3
      #expect(text.value == "y3")
    }
    #expect(got == ["1x", "2x", "3y"])
  }

  @Test func `takes from none to ten inputs of different types`() {
    let none = DerivedProperty(dependencies: []) { 7 }
    let one = StoredProperty(1)
    let two = StoredProperty("2")
    let three = StoredProperty(3.5)
    let four = StoredProperty<Character>("4")
    let five = StoredProperty<Int?>(nil)
    let six = StoredProperty([6])
    let seven = StoredProperty(["7": true])
    let eight = StoredProperty<UInt8>(8)
    let nine = StoredProperty((9, "9"))
    let ten = StoredProperty<any Sendable>(10)
    let all = DerivedProperty(one, two, three, four, five, six, seven, eight, nine, ten) {
      one, two, three, four, five, six, seven, eight, nine, ten in
      "\(one) \(two) \(three) \(four) \(five ?? 5) \(six) \(seven) \(eight) \(nine.1) \(ten)"
    }
    var seen: [String] = []
    checkingInvariants(of: [none, one, all]) {
      #expect(none.value == 7)
      updater.keepUpToDate { seen.append(all.value) }
      one.value = -1
      five.value = -5
      batch {
        nine.value = (-9, "nine")
        ten.value = "ten"
      }
    }
    #expect(
      seen == [
        #"1 2 3.5 4 5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 -5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 -5 [6] ["7": true] 8 nine ten"#,
      ])
  }

  @Test func `takes a list of inputs of any types, and a closure without parameters`() {
    let a = StoredProperty(1)
    let b = StoredProperty("x")
    var runs = 0
    let text = DerivedProperty(dependencies: [a, b]) {
      runs += 1
      return "\(a.value)\(b.value)"
    }
    var seen: [String] = []
    let mistakes = recordingMistakes {
      checkingInvariants(of: [a, b]) {
        updater.keepUpToDate { seen.append(text.value) }
        a.value = 2
        b.value = "y"
      }
    }
    #expect(seen == ["1x", "2x", "2y"])
    #expect(runs == 3)
    #expect(mistakes == [])
  }

  @Test func `a list of inputs that the closure does not read still triggers it`() {
    let trigger = StoredProperty(0)
    var runs = 0
    let counted = DerivedProperty(dependencies: [trigger]) {
      runs += 1
      return runs
    }
    checkingInvariants(of: [trigger, counted]) {
      #expect(counted.value == 1)
      trigger.value = 1
      #expect(counted.value == 2)
    }
  }

  @Test func `an input that is listed twice counts once`() {
    let s = StoredProperty(1)
    var runs = 0
    let sum = DerivedProperty(s, s) { first, second in
      runs += 1
      return first + second
    }
    let listed = DerivedProperty(dependencies: [s, s, s]) {
      runs += 1
      return s.value
    }
    var seen: [[Int]] = []
    checkingInvariants(of: [s, sum, listed]) {
      updater.keepUpToDate { seen.append([sum.value, listed.value]) }
      updater.keepUpToDate(dependencies: [s, s]) { seen.append([]) }
      s.value = 2
    }
    #expect(seen == [[2, 1], [], [4, 2], []])
    #expect(runs == 4)
    #expect(s.subscriberCount == 3)
  }

  //   s ─> double ─┐
  //   └────────────┴> join
  @Test func `a source listed with what is derived from it gives one run, both fresh`() {
    let s = StoredProperty(1)
    let double = DerivedProperty(s) { $0 * 2 }
    var log: [String] = []
    let join = DerivedProperty(s, double) { s, double in
      log.append("\(s) \(double)")
      return s + double
    }
    checkingInvariants(of: [s]) {
      updater.keepUpToDate { log.append("\(join.value)") }
      updater.keepUpToDate(dependencies: [double, s, join]) {
        log.append("\(double.peek()) \(s.peek()) \(join.peek())")
      }
      s.value = 2
    }
    #expect(log == ["1 2", "3", "2 1 3", "2 4", "6", "4 2 6"])
  }
}
