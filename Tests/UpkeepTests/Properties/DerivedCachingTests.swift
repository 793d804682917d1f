import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedCachingTests {
  let updater = scopedUpdater()

  @Test func `computes nothing when it is created`() {
    let number = StoredProperty(1)
    var log: [String] = []
    let tracked = DerivedProperty {
      log.append("tracked")
      return number.value
    }
    let declared = DerivedProperty(number) { number in
      log.append("declared")
      return number
    }
    checkingInvariants(of: [number, tracked, declared]) {
      #expect(log == [])
      #expect(tracked.value + declared.value == 2)
    }
    #expect(log == ["tracked", "declared"])
  }

  @Test func `subscribes to nothing until it is read`() {
    let number = StoredProperty(0)
    var runs = 0
    let tracked = DerivedProperty {
      runs += 1
      return number.value
    }
    let declared = DerivedProperty(number) { number in
      runs += 1
      return number
    }
    checkingInvariants(of: [number, tracked, declared]) {
      for value in 1...10 { number.value = value }
    }
    #expect(runs == 0)
    #expect(attachedEdges(of: number).isEmpty)
  }

  @Test func `is not computed again by a second read`() {
    let number = StoredProperty(1)
    var runs = 0
    let double = DerivedProperty {
      runs += 1
      return number.value * 2
    }
    checkingInvariants(of: [number, double]) {
      updater.keepUpToDate { _ = double.value }
      #expect([double.value, double.value, double.peek()] == [2, 2, 2])
    }
    #expect(runs == 1)
  }

  @Test func `is cached while nobody observes it`() {
    let number = StoredProperty(1)
    var runs = 0
    let double = DerivedProperty(number) { number in
      runs += 1
      return number * 2
    }
    let text = DerivedProperty {
      runs += 1
      return "\(double.value)"
    }
    checkingInvariants(of: [number, text]) {
      #expect([text.value, text.value, text.peek()] == ["2", "2", "2"])
    }
    #expect(runs == 2)
    #expect(number.subscriberCount == 0)
  }

  @Test func `is computed once for all that observe it`() {
    let number = StoredProperty(1)
    var runs = 0
    let double = DerivedProperty {
      runs += 1
      return number.value * 2
    }
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      for _ in 0..<3 { updater.keepUpToDate { seen.append(double.value) } }
      number.value = 2
    }
    #expect(runs == 2)
    #expect(seen == [2, 2, 2, 4, 4, 4])
  }

  @Test func `is not computed by writes that nobody reads, and once by the next read`() {
    let number = StoredProperty(0)
    var runs = 0
    let double = DerivedProperty {
      runs += 1
      return number.value * 2
    }
    checkingInvariants(of: [number, double]) {
      #expect(double.value == 0)
      number.value = 1
      // Nobody needs it, so it let go of its input: further writes need not tell it.
      #expect(attachedEdges(of: number).isEmpty)
      for value in 2...3 { number.value = value }
      #expect(runs == 1)
      #expect(double.value == 6)
      #expect(attachedEdges(of: number).count == 1)
    }
    #expect(runs == 2)
  }

  @Test func `is computed once after writes to several sources`() {
    let first = StoredProperty(1)
    let second = StoredProperty(2)
    var runs = 0
    let sum = DerivedProperty {
      runs += 1
      return first.value + second.value
    }
    checkingInvariants(of: [first, second, sum]) {
      #expect(sum.value == 3)
      first.value = 10
      second.value = 20
      #expect(sum.value == 30)
    }
    #expect(runs == 2)
  }

  @Test func `is computed once, ever, if it depends on nothing`() {
    let unrelated = StoredProperty(0)
    var runs = 0
    let fixed = DerivedProperty {
      runs += 1
      return 7
    }
    checkingInvariants(of: [unrelated, fixed]) {
      for value in 1...3 {
        unrelated.value = value
        #expect(fixed.value == 7)
      }
    }
    #expect(runs == 1)
  }

  @Test func `caches nil like any value`() {
    let text = StoredProperty("x")
    var runs = 0
    let number = DerivedProperty {
      runs += 1
      return Int(text.value)
    }
    checkingInvariants(of: [text, number]) {
      #expect([number.value, number.value] == [nil, nil])
      #expect(runs == 1)
      text.value = "y"
      #expect([number.value, number.value] == [nil, nil])
    }
    #expect(runs == 2)
  }
}
