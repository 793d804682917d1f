import Testing

@testable import Upkeep

/// `debounced`: a value shows once it has been the same for a time.
@Suite(.leavesNothing) struct DebouncedTests {
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(1)

  private func debounced(changes: ChangeRule<Int>? = nil) -> TimedProperty<Int> {
    source.debounced(for: .milliseconds(300), clock: clock, changes: changes)
  }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  @Test func `a value shows when it has been the same for the duration, and not before`() {
    let debounced = debounced()
    let seen = Seen { "\(debounced.value) \(debounced.isPending)" }
    checkingInvariants(of: [source, debounced]) {
      source.value = 2
      advance(200)
      // The source shows its first value again, so nothing waits.
      source.value = 1
      #expect(clock.alarmCount == 0)
      advance(1_000)
      source.value = 2
      advance(299)
      source.value = 3
      advance(299)
      #expect(seen.values == ["1 false", "1 true", "1 false", "1 true"])
      advance(1)
    }
    #expect(seen.values == ["1 false", "1 true", "1 false", "1 true", "3 false"])
    #expect(clock.alarmCount == 0)
  }

  @Test func `a single timer waits, however often the source changes, even without readers`() {
    let debounced = debounced()
    for number in 10..<1_010 {
      source.value = number
      if number.isMultiple(of: 100) { advance(1) }
      #expect(clock.alarmCount == 1)
    }
    #expect((clock.entryCount, debounced.isPending) == (1, true))
    advance(300)
    #expect((debounced.value, debounced.isPending, clock.alarmCount) == (1_009, false, 0))
  }

  @Test func `an effect on the source sees a pending change at once, in one run`() {
    let debounced = debounced()
    let seen = Seen { "\(source.value) \(debounced.value) \(debounced.isPending)" }
    source.value = 2
    advance(300)
    batch {
      source.value = 3
      #expect(debounced.isPending)
      source.value = 2
      #expect(!debounced.isPending)
    }
    #expect(seen.values == ["1 1 false", "2 1 true", "2 2 false"])
  }

  @Test func `values that no rule tells apart are told apart by their changes`() {
    struct Opaque { let number: Int }
    let source = StoredProperty(Opaque(number: 1))
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    let seen = Seen { "\(debounced.value.number) \(debounced.isPending)" }
    source.value = Opaque(number: 2)
    for _ in 1...2 { clock.advance(by: .seconds(1)) }
    #expect(seen.values == ["1 false", "1 true", "2 false"])
    source.touch()
    #expect(debounced.isPending)
  }

  @Test func `a change rule of its own decides which changes wait`() {
    let debounced = debounced(changes: ChangeRule { abs($0 - $1) >= 10 })
    source.value = 5
    #expect(!debounced.isPending)
    source.value = 20
    #expect(debounced.isPending)
    advance(300)
    #expect(debounced.value == 20)
  }

  @Test func `an array edited in place shows its final state after the duration`() {
    let list = StoredProperty([1])
    let debounced = list.debounced(for: .seconds(1), clock: clock)
    list.value.append(2)
    advance(500)
    list.value.append(3)
    for (wait, shown) in [(0, [1]), (999, [1]), (1, [1, 2, 3])] {
      advance(wait)
      #expect(debounced.value == shown)
    }
  }
}
