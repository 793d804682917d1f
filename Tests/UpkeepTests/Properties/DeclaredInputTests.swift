import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DeclaredInputTests {
  let updater = scopedUpdater()
  let a = StoredProperty(1, name: "a")
  let b = StoredProperty(2, name: "b")

  @Test func `a derivation takes none to ten inputs of any types, and is handed their values`() {
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
    let seen = updater.readings(of: all.value, around: [none]) {
      one.value = -1
      five.value = -5
      batch {
        nine.value = (-9, "nine")
        ten.value = "ten"
      }
    }
    #expect(none.value == 7)
    #expect(
      seen == [
        #"1 2 3.5 4 5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 -5 [6] ["7": true] 8 9 10"#,
        #"-1 2 3.5 4 -5 [6] ["7": true] 8 nine ten"#,
      ])
  }

  @Test func `a derivation takes a list of inputs of any types, and need not read all of them`() {
    let b = StoredProperty("x")
    let trigger = StoredProperty(0)
    var runs = 0
    let text = DerivedProperty(dependencies: [a, b, trigger]) {
      runs += 1
      return "\(a.value)\(b.value)\(runs)"
    }
    var seen: [String] = []
    expectMistakes([]) {
      seen = updater.readings(of: text.value) {
        a.value = 2
        b.value = "y"
        trigger.value = 1
      }
    }
    #expect(seen == ["1x1", "2x2", "2y3", "2y4"])
  }

  @Test func `an input that is listed twice counts once`() {
    let log = RunLog<String>()
    let sum = DerivedProperty(a, a) { log.noting("sum", $0 + $1) }
    let listed = DerivedProperty(dependencies: [a, a, a]) { log.noting("listed", a.value) }
    let seen = updater.readings(of: [sum.value, listed.value]) { a.value = 2 }
    #expect(seen == [[2, 1], [4, 2]])
    #expect(log.entries.count == 4)
    #expect(a.subscriberCount == 2)
  }

  /// A constant has no edge.
  @Test func `constants may stand at any place among declared inputs`() {
    let ten = Property.constant(10)
    let values = [
      DerivedProperty(ten) { $0 },
      DerivedProperty(ten, a) { $0 + $1 }, DerivedProperty(a, ten) { $0 + $1 },
      DerivedProperty(ten, a, a) { $0 + $1 * $2 }, DerivedProperty(a, ten, a) { $0 + $1 * $2 },
      DerivedProperty(a, a, ten) { $0 + $1 * $2 },
    ]
    checkingInvariants(of: [a]) {
      #expect(values.map(\.value) == [10, 11, 11, 11, 11, 11])
      a.value = 2
      #expect(values.map(\.value) == [10, 12, 12, 14, 22, 22])
    }
  }

  // MARK: - Reads beyond the inputs

  @Test func `a derivation follows what was declared, and reports once what else it read`() {
    let c = StoredProperty(3, name: "c")
    let first = DerivedProperty(a, name: "first") { $0 + b.value + b.value + c.value }
    let second = DerivedProperty(dependencies: [a], name: "second") { a.value + b.value }
    var seen: [[Int]] = []
    let mistakes = recordingMistakes {
      seen = updater.readings(of: [first.value, second.value], around: [b, c]) {
        b.value = 5
        #expect([first.value, second.value] == [8, 3])
        a.value = 2
      }
    }
    #expect(seen == [[8, 3], [15, 7]])
    #expect(b.subscriberCount == 0)
    #expect(attachedEdges(of: b).isEmpty)
    #expect(a.subscriberCount == 2)
    #if DEBUG
      #expect(mistakes == ["undeclaredRead: first, b", "undeclaredRead: second, b"])
    #else
      #expect(mistakes == [])
    #endif
  }

  @Test func `a read with peek or untracked is not reported`() {
    let sum = DerivedProperty(a) { $0 + b.peek() + untracked { b.value } }
    expectMistakes([], around: [a, b, sum]) { #expect(sum.value == 5) }
  }
}
