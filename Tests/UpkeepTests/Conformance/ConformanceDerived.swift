import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: derived values.
@Suite(.leavesNothing) struct ConformanceDerived {
  let updater = scopedUpdater()
  let source = StoredProperty(1)

  /// Runs an effect that reads a property, and returns the values that it saw after its first run.
  private func seen(of property: Property<Int>, during body: () -> Void) -> [Int] {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(property.value) }
    log = []
    checkingInvariants(of: [source, property], body)
    token.cancel()
    return log
  }

  @Test func `one branch that stays the same does not hold back the other`() {
    let same = source.map { _ in 100 }
    let changing = source.map { $0 + 1 }
    let join = DerivedProperty { same.value + changing.value }
    #expect(seen(of: join) { source.value = 2 } == [103])
  }

  @Test func `two branches that stay the same do not hold back the third`() {
    let first = source.map { _ in 100 }
    let second = source.map { $0 > 0 }
    let changing = source.map { $0 * 2 }
    var runs = 0
    let join = DerivedProperty {
      runs += 1
      return first.value + (second.value ? 10 : 0) + changing.value
    }
    #expect(seen(of: join) { source.value = 2 } == [114])
    #expect(runs == 2)
  }

  // source ─> left ─┐
  //    └────────────┴─> join
  @Test func `what reads a source and what follows from it is computed after the latter`() {
    var order: [String] = []
    let left = DerivedProperty {
      order.append("left")
      return source.value + 1
    }
    let join = DerivedProperty {
      order.append("join")
      return source.value * 100 + left.value
    }
    let log = seen(of: join) {
      order = []
      source.value = 2
    }
    #expect(log == [203])
    // Its first input has changed for certain: it runs, and brings the second up to date as it reads it.
    #expect(order.sorted() == ["join", "left"])
  }

  @Test func `declared inputs are computed before what is declared to follow from them`() {
    var order: [Int] = []
    func step(_ number: Int, _ inputs: [Property<Int>]) -> Property<Int> {
      DerivedProperty(dependencies: inputs) { () -> Int in
        order.append(number)
        return inputs.reduce(0) { $0 + $1.peek() }
      }
    }
    let first = step(1, [source])
    let second = step(2, [first])
    let third = step(3, [source, second])
    let fourth = step(4, [first, third])
    let log = seen(of: fourth) {
      order = []
      source.value = 5
    }
    #expect(order == [1, 2, 3, 4])
    #expect(log == [15])
  }

  @Test func `an effect runs behind all that it needs, however deep`() {
    let shallow = source.map { $0 + 1 }
    var deep: Property<Int> = source
    for _ in 0..<10 { deep = deep.map { $0 + 1 } }
    let end = deep
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([source.value, shallow.value, end.value]) }
    updater.keepUpToDate { log.append([end.value, shallow.value, source.value]) }
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(log == [[1, 2, 11], [11, 2, 1], [2, 3, 12], [12, 3, 2]])
  }

  @Test func `an equal result wakes no effect`() {
    let isPositive = source.map { $0 > 0 ? 1 : 0 }
    #expect(seen(of: isPositive) { source.value = 2 } == [])
  }

  @Test func `an equal result leaves the chain behind it alone`() {
    let isPositive = source.map { $0 > 0 ? 1 : 0 }
    var runs = 0
    let next = isPositive.map { value -> Int in
      runs += 1
      return value * 2
    }
    let end = next.map { $0 + 1 }
    let log = seen(of: end) {
      for value in 2...5 { source.value = value }
    }
    #expect(log == [])
    #expect(runs == 1)
  }

  @Test func `of many writes those that change the result go through, and no others`() {
    let half = source.map { $0 / 2 }
    let log = seen(of: half) {
      for value in [0, 1, 2, 3, 2, 5, 4, 1] { source.value = value }
    }
    #expect(log == [1, 2, 0])
  }

  @Test func `an effect made after a write begins with what was written`() {
    let next = source.map { $0 + 1 }
    #expect(next.value == 2)
    source.value = 5
    var log: [Int] = []
    updater.keepUpToDate { log.append(next.value) }
    checkingInvariants(of: [source]) { source.value = 6 }
    #expect(log == [6, 7])
  }

  @Test func `the same at the end of a chain that was read before`() {
    let end = source.map { $0 + 1 }.map { $0 * 10 }
    #expect(end.value == 20)
    source.value = 2
    source.value = 3
    var log: [Int] = []
    updater.keepUpToDate { log.append(end.value) }
    checkingInvariants(of: [source]) { source.value = 4 }
    #expect(log == [40, 50])
  }

  @Test func `not a number written over not a number is a change`() {
    let stored = StoredProperty(Double.nan)
    var runs = 0
    updater.keepUpToDate {
      _ = stored.value
      runs += 1
    }
    checkingInvariants(of: [stored]) {
      stored.value = .nan
      stored.value = .nan
    }
    #expect(runs == 3)
  }

  @Test func `not a number computed again is a change`() {
    let root = DerivedProperty { Double(-source.value).squareRoot() }
    var runs = 0
    updater.keepUpToDate {
      _ = root.value
      runs += 1
    }
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(runs == 2)
  }

  @Test func `what an effect reads untracked does not wake it`() {
    let other = StoredProperty(1)
    var log: [Int] = []
    updater.keepUpToDate { log.append(source.value + untracked { other.value }) }
    checkingInvariants(of: [source, other]) {
      other.value = 10
      source.value = 2
    }
    #expect(log == [2, 12])
    #expect(other.subscriberCount == 0)
  }

  @Test func `what a derived value reads untracked does not change it`() {
    let other = StoredProperty(1)
    let sum = DerivedProperty { source.value + untracked { other.value } }
    let log = seen(of: sum) {
      other.value = 10
      #expect(sum.value == 2)
      source.value = 2
    }
    #expect(log == [12])
  }
}
