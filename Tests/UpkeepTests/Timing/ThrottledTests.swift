import Testing

@testable import Upkeep

/// `throttled`: at most one change in an interval.
@Suite(.leavesNothing) struct ThrottledTests {
  let updater = scopedUpdater()
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(0)

  /// The value at each of the given seconds, when the source is the second's number at each of these.
  private func values(_ edges: ThrottleEdges, at seconds: ClosedRange<Int>, changing: Set<Int>)
    -> [Int]
  {
    let throttled = source.throttled(for: .seconds(3), edges: edges, clock: clock)
    var log: [Int] = []
    updater.keepUpToDate { log.append(throttled.value) }
    return seconds.map { second in
      clock.advance(by: .seconds(1))
      if changing.contains(second) { source.value = second }
      #expect(log.last == throttled.value)
      return throttled.value
    }
  }

  @Test func `the first change shows at once, later ones at the end of the interval`() {
    //                     1  2  3  4  5  6  7  8  9 10 11 12
    let changing: Set = [1, 2, 3, 5, 11]
    #expect(
      values(.both, at: 1...12, changing: changing) == [1, 1, 1, 3, 3, 3, 5, 5, 5, 5, 11, 11])
  }

  @Test func `of the leading ones alone, what the interval passes over never shows`() {
    #expect(
      values(.leading, at: 1...9, changing: [1, 2, 3, 6, 7]) == [1, 1, 1, 1, 1, 6, 6, 6, 6])
  }

  @Test func `of the trailing ones alone, nothing shows before an interval has passed`() {
    #expect(
      values(.trailing, at: 1...11, changing: [1, 2, 5]) == [0, 0, 0, 2, 2, 2, 5, 5, 5, 5, 5])
  }

  @Test func `is pending as long as a value waits for the end of the interval`() {
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    var log: [String] = []
    updater.keepUpToDate { log.append("\(source.value) \(throttled.value) \(throttled.isPending)") }
    source.value = 1
    source.value = 2
    source.value = 1
    source.value = 3
    clock.advance(by: .seconds(3))
    #expect(
      log == ["0 0 false", "1 1 false", "2 1 true", "1 1 false", "3 1 true", "3 3 false"])
    clock.advance(by: .seconds(3))
    #expect(log.count == 6)
    #expect(clock.alarmCount == 0)
  }

  @Test func `a leading change is read at once, inside a batch, and undone with a transaction`() {
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    let sum = DerivedProperty(source, throttled) { $0 - $1 }
    batch {
      source.value = 1
      #expect((throttled.value, sum.value, throttled.isPending) == (1, 0, false))
      source.value = 0
    }
    try? transaction {
      source.value = 2
      #expect((throttled.value, sum.value) == (2, 0))
      throw Refusal()
    }
    #expect((throttled.value, clock.alarmCount) == (0, 0))
    source.value = 3
    #expect((throttled.value, clock.alarmCount) == (3, 1))
  }

  @Test(arguments: [true, false])
  func `the value of an effect that writes the source is held back, however old it is`(
    isOlder: Bool
  ) {
    let halve = { _ = updater.keepUpToDate { if source.value > 9 { source.value /= 10 } } }
    if isOlder { halve() }
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    var log: [Int] = []
    updater.keepUpToDate { log.append(throttled.value) }
    if !isOlder { halve() }
    source.value = 50
    #expect((source.value, throttled.isPending) == (5, true))
    clock.advance(by: .seconds(3))
    #expect(log == [0, 50, 5])
  }

  @Test func `the end of an interval wakes nobody, also where no rule tells values apart`() {
    struct Opaque { let number: Int }
    let source = StoredProperty(Opaque(number: 0))
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    var log: [Int] = []
    updater.keepUpToDate { log.append(throttled.value.number) }
    source.value = Opaque(number: 1)
    clock.advance(by: .seconds(10))
    #expect(log == [0, 1])
    source.value = Opaque(number: 2)
    source.value = Opaque(number: 3)
    clock.advance(by: .seconds(10))
    #expect(log == [0, 1, 2, 3])
  }

  @Test func `with the leading ones alone it is never pending`() {
    let throttled = source.throttled(for: .seconds(3), edges: .leading, clock: clock)
    source.value = 1
    source.value = 2
    #expect((throttled.value, throttled.isPending) == (1, false))
    clock.advance(by: .seconds(3))
    #expect((throttled.value, throttled.isPending) == (1, false))
    source.value = 1
    #expect((throttled.value, clock.alarmCount) == (1, 0))
  }
}
