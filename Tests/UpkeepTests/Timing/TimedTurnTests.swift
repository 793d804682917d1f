import Testing

@testable import Upkeep

/// Timed properties in batches, transactions, derivations and flushes.
@Suite(.leavesNothing) struct TimedTurnTests {
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(1)

  /// A timed property of each kind.
  private func each(
    of source: Property<Int>, for duration: Duration = .seconds(3)
  ) -> [TimedProperty<Int>] {
    [
      source.debounced(for: duration, clock: clock), source.delayed(by: duration, clock: clock),
      source.throttled(for: duration, clock: clock),
      source.throttled(for: duration, edges: .leading, clock: clock),
      source.throttled(for: duration, edges: .trailing, clock: clock),
    ]
  }

  @Test func `an undone transaction begins no waiting, and ends none`() {
    let all = each(of: source)
    undoneTransaction { source.value = 2 }
    #expect((clock.alarmCount, all.map(\.value)) == (0, [1, 1, 1, 1, 1]))
    for value in [5, 6] { source.value = value }
    let before = all.map { "\($0.value) \($0.isPending)" }
    undoneTransaction { source.value = 1 }
    #expect(all.map { "\($0.value) \($0.isPending)" } == before)
    clock.advance(by: .seconds(3))
    #expect(all.map(\.value) == [6, 6, 6, 5, 6])
  }

  @Test(arguments: [true, false])
  func `a deadline inside a transaction takes effect after the transaction`(isUndone: Bool) {
    let all = each(of: source)
    let seen = Seen { all.map(\.value) }
    source.value = 2
    clock.advance(by: .seconds(1))
    source.value = 3
    try? transaction {
      clock.advance(by: .seconds(60))
      #expect(all.map(\.value) == [1, 1, 2, 2, 1])
      if isUndone { throw Refusal() }
    }
    #expect(all.map(\.value) == [3, 3, 3, 2, 3])
    #expect(seen.values == [[1, 1, 1, 1, 1], [1, 1, 2, 2, 1], [3, 3, 3, 2, 3]])
    #expect(Graph.violations(around: [source] + all) == [])
  }

  @Test(arguments: zip([4, 2], [[1, 2, 4, 4, 4], [2, 2, 2, 2, 2]]))
  func `a deadline inside a batch sees the value at its end`(end: Int, values: [Int]) {
    let all = each(of: source)
    source.value = 2
    batch {
      source.value = 3
      clock.advance(by: .seconds(3))
      source.value = end
    }
    #expect((all.map(\.value), all.map(\.isPending)) == (values, values.map { $0 != end }))
    if end == 2 { #expect(clock.alarmCount == 1) }
    clock.advance(by: .seconds(3))
    #expect(all.map(\.value) == Array(repeating: end, count: 5))
  }

  @Test func `a timer is set for the remaining time also inside a batch`() {
    let debounced = source.debounced(for: .seconds(3), clock: clock)
    source.value = 2
    clock.advance(by: .seconds(1))
    source.value = 3
    batch {
      source.value = 9
      clock.advance(by: .seconds(2))
      source.value = 3
      clock.advance(by: .seconds(1))
      #expect(debounced.value == 3)
    }
    #expect((debounced.value, clock.alarmCount) == (3, 0))
  }

  @Test
  func `a timed property made in a transaction starts from the value at its end, undone or not`() {
    for isUndone in [true, false] {
      source.value = 1
      var all: [TimedProperty<Int>] = []
      try? transaction {
        source.value = 2
        all = each(of: source)
        #expect(all.map(\.value) == [2, 2, 2, 2, 2])
        source.value = 3
        if isUndone { throw Refusal() }
      }
      #expect(all.allSatisfy { $0.value == source.value && !$0.isPending })
      source.value = 7
      clock.advance(by: .seconds(3))
      #expect(all.map(\.value) == [7, 7, 7, 7, 7])
    }
  }

  @Test func `moments that one advance passes are one turn`() {
    let all = each(of: source, for: .seconds(1)) + each(of: source, for: .seconds(2))
    for value in [2, 3] { source.value = value }
    let seen = Seen { all.map { "\($0.value) \($0.isPending)" } }
    clock.advance(by: .seconds(10))
    #expect(seen.values.count == 2)
  }

  @Test func `a duration of zero or less means no waiting, even inside a batch`() {
    for duration in [Duration.zero, .seconds(-1)] {
      let all = each(of: source, for: duration)
      batch {
        source.value += 1
        #expect(all.allSatisfy { $0.value == source.value && !$0.isPending })
      }
      #expect(all.allSatisfy { $0.value == source.value } && source.subscriberCount == 0)
    }
    #expect(clock.alarmCount == 0)
  }

  @Test func `a duration that the clock does not reach never ends`() {
    clock.advance(by: .seconds(1))
    let all = each(of: source, for: Duration(attoseconds: .max))
    for value in [2, 3] { source.value = value }
    clock.advance(by: .seconds(1_000_000_000))
    #expect(all.map(\.value) == [1, 1, 2, 2, 1])
    #expect(all.map(\.isPending) == [true, true, true, false, true])
  }

  @Test func `a paused updater pauses nothing but its readers`() {
    let all = each(of: source)
    let updater = Updater()
    let seen = Seen(in: updater) { all.map(\.value) }
    updater.pause()
    for value in [2, 3] { source.value = value }
    clock.advance(by: .seconds(3))
    #expect(all.map(\.value) == [3, 3, 3, 2, 3])
    updater.unpause()
    #expect(seen.values == [[1, 1, 1, 1, 1], [3, 3, 3, 2, 3]])
  }

  @Test func `a timed property makes a derived source live, which then computes at each change`() {
    let calls = KeyedCalls()
    let derived = DerivedProperty(source, calculate: calls.counting { $0 / 10 })
    var lives: [Bool] = []
    source.livenessHandler = { lives.append($0) }
    var debounced: TimedProperty? = derived.debounced(for: .seconds(3), clock: clock)
    source.value = 2
    #expect((calls.count, clock.alarmCount) == (2, 0))
    source.value = 20
    #expect((calls.count, clock.alarmCount, debounced?.isPending) == (3, 1, true))
    debounced = nil
    source.value = 30
    #expect((calls.count, clock.alarmCount, lives) == (3, 0, [true, false]))
  }

  @Test func `a derivation may make a timed property, and follows its value`() {
    let choice = StoredProperty(1)
    let shown = MultilevelProperty(choice) { factor in
      source.map { $0 * factor }.debounced(for: .seconds(3), clock: clock)
    }
    let seen = Seen { shown.value }
    source.value = 2
    clock.advance(by: .seconds(3))
    choice.value = 10
    #expect(clock.alarmCount == 0)
    source.value = 3
    clock.advance(by: .seconds(3))
    #expect(seen.values == [1, 2, 20, 30])
  }

  @Test func `a timed value that feeds back into its source is no cycle`() {
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    let feedback = Seen { if debounced.value < 5 { source.value = debounced.value + 1 } }
    for _ in 0..<10 { clock.advance(by: .seconds(1)) }
    #expect((debounced.value, clock.alarmCount) == (5, 0))
    withExtendedLifetime(feedback) {}
  }

  @Test func `a deadline that passes inside an effect takes effect`() {
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    let tick = StoredProperty(0)
    let shown = Seen { debounced.value }
    let ticking = Seen {
      if tick.value == 2 { source.value = 9 }
      clock.advance(by: .seconds(tick.value))
    }
    source.value = 2
    tick.value = 1
    #expect(shown.values == [1, 2])
    tick.value = 2
    #expect((shown.values, debounced.isPending) == ([1, 2], true))
    clock.advance(by: .seconds(1))
    #expect(shown.values == [1, 2, 9])
    withExtendedLifetime(ticking) {}
  }

  // The thread of a test has no actor.
  @Test func `a system clock without an actor is reported, and nothing waits`() {
    let all = [
      source.debounced(for: .seconds(1), name: "debounced", isolation: nil),
      source.delayed(by: .seconds(1), name: "delayed", isolation: nil),
      source.throttled(for: .seconds(1), name: "throttled", isolation: nil),
    ]
    let mistakes = recordingMistakes { for value in [2, 3] { source.value = value } }
    #expect(all.map(\.value) == [3, 3, 3])
    batch {
      source.value = 4
      #expect(all[0].value == 4)
    }
    #expect(!all.contains { $0.isPending })
    let names = ["debounced", "delayed", "throttled"]
    #expect(mistakes.sorted() == names.map { "deadlineWithoutActor: \($0)" })
  }

  @Test func `timed properties settle with a NaN`() {
    let source = StoredProperty(0.0)
    let second = Duration.seconds(1)
    let timed = [
      source.debounced(for: second, clock: clock), source.throttled(for: second, clock: clock),
      source.delayed(by: second, clock: clock),
    ]
    let previous = source.previous()
    let seen = Seen { (previous.value, timed.map(\.value), timed.map(\.isPending)) }
    let reports = misuses {
      source.value = .nan
      clock.advance(by: .seconds(10))
    }
    #expect(reports.isEmpty && timed.allSatisfy { $0.value.isNaN && !$0.isPending })
    clock.advance(by: .seconds(10))
    #expect(clock.alarmCount == 0 && seen.values.count <= 10)
  }
}
