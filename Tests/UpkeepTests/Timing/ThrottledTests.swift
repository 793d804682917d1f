import Testing

@testable import Upkeep

/// `throttled`: at most one change in an interval.
@Suite(.leavesNothing) struct ThrottledTests {
  let updater = scopedUpdater()
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(0)

  /// The seconds at which the source becomes the number of the second, and the shown values at the
  /// seconds 1, 2 and so on.
  struct Course: Sendable {
    let edges: ThrottleEdges
    let changing: Set<Int>
    let values: [Int]
  }

  /// The values that each kind of throttle shows.
  ///
  /// With `both`, the first change shows at once and later ones at the end of the interval. With
  /// `leading`, changes within an interval never show. With `trailing`, nothing shows before an
  /// interval has passed.
  static let courses = [
    Course(
      edges: .both, changing: [1, 2, 3, 5, 11], values: [1, 1, 1, 3, 3, 3, 5, 5, 5, 5, 11, 11]),
    Course(edges: .leading, changing: [1, 2, 3, 6, 7], values: [1, 1, 1, 1, 1, 6, 6, 6, 6]),
    Course(edges: .trailing, changing: [1, 2, 5], values: [0, 0, 0, 2, 2, 2, 5, 5, 5, 5, 5]),
  ]

  @Test(arguments: courses)
  func `a change shows only at the requested edges of an interval`(course: Course) {
    let throttled = source.throttled(for: .seconds(3), edges: course.edges, clock: clock)
    let shown = Seen { throttled.value }
    for (index, value) in course.values.enumerated() {
      clock.advance(by: .seconds(1))
      if course.changing.contains(index + 1) { source.value = index + 1 }
      #expect([shown.values.last, throttled.value] == [value, value], "second \(index + 1)")
    }
  }

  @Test func `a value is pending as long as it waits for the end of the interval`() {
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    let seen = Seen { "\(source.value) \(throttled.value) \(throttled.isPending)" }
    for value in [1, 2, 1, 3] { source.value = value }
    for _ in 1...2 { clock.advance(by: .seconds(3)) }
    #expect(
      seen.values == ["0 0 false", "1 1 false", "2 1 true", "1 1 false", "3 1 true", "3 3 false"])
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
    undoneTransaction {
      source.value = 2
      #expect((throttled.value, sum.value) == (2, 0))
    }
    #expect((throttled.value, clock.alarmCount) == (0, 0))
    source.value = 3
    #expect((throttled.value, clock.alarmCount) == (3, 1))
  }

  @Test(arguments: [true, false])
  func `an effect's write is a change of its own, held back, whatever its age`(isOlder: Bool) {
    let halve = { _ = updater.keepUpToDate { if source.value > 9 { source.value /= 10 } } }
    if isOlder { halve() }
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    let previous = source.previous()
    let shown = Seen { throttled.value }
    if !isOlder { halve() }
    let seen = Seen { [previous.value, source.value] }
    source.value = 50
    #expect((source.value, throttled.isPending, previous.value) == (5, true, 50))
    #expect(seen.values == [[nil, 0], [50, 5]])
    clock.advance(by: .seconds(3))
    #expect(shown.values == [0, 50, 5])
  }

  @Test func `the end of an interval wakes no effect, also where no rule tells values apart`() {
    struct Opaque { let number: Int }
    let source = StoredProperty(Opaque(number: 0))
    let throttled = source.throttled(for: .seconds(3), clock: clock)
    let shown = Seen { throttled.value.number }
    source.value = Opaque(number: 1)
    clock.advance(by: .seconds(10))
    #expect(shown.values == [0, 1])
    source.value = Opaque(number: 2)
    source.value = Opaque(number: 3)
    clock.advance(by: .seconds(10))
    #expect(shown.values == [0, 1, 2, 3])
  }

  @Test func `a value of leading edges alone is never pending`() {
    let throttled = source.throttled(for: .seconds(3), edges: .leading, clock: clock)
    for value in [1, 2] { source.value = value }
    for wait in [0, 3] {
      clock.advance(by: .seconds(wait))
      #expect((throttled.value, throttled.isPending) == (1, false))
    }
    source.value = 1
    #expect((throttled.value, clock.alarmCount) == (1, 0))
  }
}
