import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedCachingTests {
  let updater = scopedUpdater()
  let number = StoredProperty(1)
  let log = RunLog<String>()

  @Test(arguments: [false, true])
  func `a derived value computes and subscribes to nothing until it is read, and then once`(
    isDeclared: Bool
  ) {
    func double(_ number: Int) -> Int { log.noting("run", number * 2) }
    let derived =
      isDeclared ? DerivedProperty(number, calculate: double) : .init { double(number.value) }
    let text = DerivedProperty { "\(derived.value)" }
    checkingInvariants(of: [number, derived, text]) {
      for value in 2...5 { number.value = value }
      #expect(log.entries == [])
      #expect(attachedEdges(of: number).isEmpty)
      #expect([text.value, text.value, text.peek()] == ["10", "10", "10"])
      #expect(log.entries == ["run"])
      #expect(number.subscriberCount == 0)
    }
  }

  @Test func `a derived value is computed by no unread write, but by the next read`() {
    let other = StoredProperty(2)
    let sum = DerivedProperty { log.noting("run", number.value + other.value) }
    log.expect(["run", "run"], around: [number, other, sum]) {
      #expect(sum.value == 3)
      number.value = 2
      // No effect needs the value, so the write detached it: further writes do not reach it.
      #expect(attachedEdges(of: number).isEmpty)
      number.value = 3
      other.value = 4
      #expect(log.entries == ["run"])
      #expect(sum.value == 7)
      #expect(attachedEdges(of: number).count == 1)
    }
  }

  @Test func `a derived value is computed once for all that observe it`() {
    let double = DerivedProperty { log.noting("run", number.value * 2) }
    log.expect(["run", "2", "2", "2", "run", "4", "4", "4"], around: [number]) {
      for _ in 0..<3 { updater.keepUpToDate { log.append("\(double.value)") } }
      number.value = 2
      #expect([double.value, double.peek()] == [4, 4])
    }
  }

  @Test func `a derived value that depends on nothing is computed once, ever`() {
    let fixed = DerivedProperty { log.noting("run", 7) }
    log.expect(["run"], around: [number, fixed]) {
      for value in 1...3 {
        number.value = value
        #expect(fixed.value == 7)
      }
    }
  }

  @Test func `nil is cached like any value`() {
    let text = StoredProperty("x")
    let parsed = DerivedProperty { log.noting("run", Int(text.value)) }
    log.expect(["run", "run"], around: [text, parsed]) {
      #expect([parsed.value, parsed.value] == [nil, nil])
      #expect(log.entries == ["run"])
      text.value = "y"
      #expect([parsed.value, parsed.value] == [nil, nil])
    }
  }

  // MARK: - Cutting off

  //   number ─> isPositive ─> text ─> effect
  @Test func `an equal result stops a change`() {
    let isPositive = DerivedProperty { log.noting("isPositive", number.value > 0) }
    let text = DerivedProperty(isPositive) { log.noting("text", $0 ? "yes" : "no") }
    let start = ["isPositive", "text", "yes", "isPositive", "then"]
    log.expect(start + ["isPositive", "text", "no"], around: [number]) {
      updater.keepUpToDate { log.append(text.value) }
      number.value = 2
      log.append("then")
      number.value = -2
    }
  }

  @Test func `the same object as a result stops a change`() {
    final class Box {}
    let box = Box()
    let holder = DerivedProperty { number.value > -9 ? box : Box() }
    let optionalHolder = DerivedProperty(number) { number in number > 0 ? box : nil }
    let seen = updater.readings(of: holder.value === optionalHolder.value) {
      number.value = 2
      number.value = -1
    }
    #expect(seen == [true, false])
  }

  @Test func `a result that is not Equatable always is a change`() {
    let opaque = DerivedProperty { Opaque(number: 7 + number.value * 0) }
    let seen = updater.readings(of: opaque.value.number) { number.value = 2 }
    #expect(seen == [7, 7])
  }

  @Test func `a rule of its own decides what is seen downstream, and keeps the old value`() {
    let rule = ChangeRule<Int> { abs($0 - $1) > 1 }
    let coarse = DerivedProperty(number, changes: rule) { $0 }
    let tracked = DerivedProperty(changes: rule) { number.value }
    let seen = updater.readings(of: [coarse.value, tracked.value]) {
      number.value = 2
      #expect([coarse.value, tracked.value] == [1, 1])
      number.value = 3
    }
    #expect(seen == [[1, 1], [3, 3]])
  }

  @Test func `a NaN that is computed over a NaN is a change`() {
    let ratio = number.map { Double($0) * .nan }
    let log = updater.readings(of: ratio.value.isNaN) { number.value = 2 }
    #expect(log == [true, true])
  }
}
