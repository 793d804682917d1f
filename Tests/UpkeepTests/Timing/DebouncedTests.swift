import Testing

@testable import Upkeep

/// `debounced`: a value shows once it has been the same for a time.
@Suite(.leavesNothing) struct DebouncedTests {
  let updater = scopedUpdater()
  let clock = ManualClock(name: "clock")
  let source = StoredProperty(1)

  private func debounced(_ milliseconds: Int = 300) -> TimedProperty<Int> {
    source.debounced(for: .milliseconds(milliseconds), clock: clock)
  }

  private func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  @Test func `shows a value when it has been the same for the duration, and not before`() {
    let debounced = debounced()
    var log: [Int] = []
    updater.keepUpToDate { log.append(debounced.value) }
    checkingInvariants(of: [source, debounced]) {
      source.value = 2
      advance(299)
      #expect(debounced.isPending)
      source.value = 3
      advance(299)
    }
    #expect(log == [1])
    checkingInvariants(of: [source, debounced]) { advance(1) }
    #expect(log == [1, 3])
    #expect(!debounced.isPending)
    #expect(clock.alarmCount == 0)
  }

  @Test func `shows its first value at once`() {
    source.value = 7
    #expect(debounced().value == 7)
    #expect(!debounced().isPending)
  }

  @Test func `is not pending any more once its source has come back`() {
    let debounced = debounced()
    var log: [String] = []
    updater.keepUpToDate { log.append("\(debounced.value) \(debounced.isPending)") }
    source.value = 2
    advance(200)
    source.value = 1
    #expect(clock.alarmCount == 0)
    advance(1_000)
    #expect(log == ["1 false", "1 true", "1 false"])
    source.value = 2
    advance(299)
    #expect(debounced.value == 1)
  }

  @Test func `is as true when only read as when an effect needs it`() {
    let debounced = debounced()
    source.value = 2
    #expect(debounced.isPending)
    advance(300)
    #expect((debounced.value, debounced.isPending) == (2, false))
  }

  @Test func `one timer waits, however often its source changes`() {
    let debounced = debounced()
    for number in 10..<1_010 {
      source.value = number
      if number.isMultiple(of: 100) { advance(1) }
      #expect(clock.alarmCount == 1)
    }
    #expect(clock.entryCount == 1)
    advance(300)
    #expect(debounced.value == 1_009)
    #expect(clock.alarmCount == 0)
  }

  @Test func `a pending change is told by one that reads the source, too, at once and once`() {
    let debounced = debounced()
    var log: [String] = []
    updater.keepUpToDate { log.append("\(source.value) \(debounced.value) \(debounced.isPending)") }
    source.value = 2
    advance(300)
    batch {
      source.value = 3
      #expect(debounced.isPending)
      source.value = 2
      #expect(!debounced.isPending)
    }
    #expect(log == ["1 1 false", "2 1 true", "2 2 false"])
  }

  @Test func `values that no rule tells apart are told apart by their changes`() {
    struct Opaque { let number: Int }
    let source = StoredProperty(Opaque(number: 1))
    let debounced = source.debounced(for: .seconds(1), clock: clock)
    var log: [String] = []
    updater.keepUpToDate { log.append("\(debounced.value.number) \(debounced.isPending)") }
    source.value = Opaque(number: 2)
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(log == ["1 false", "1 true", "2 false"])
    source.touch()
    #expect(debounced.isPending)
  }

  @Test func `its own rule decides what is worth waiting for`() {
    let debounced = source.debounced(
      for: .seconds(1), clock: clock, changes: ChangeRule { abs($0 - $1) >= 10 })
    source.value = 5
    #expect(!debounced.isPending)
    source.value = 20
    #expect(debounced.isPending)
    clock.advance(by: .seconds(1))
    #expect(debounced.value == 20)
  }

  @Test func `an array that is edited in place shows as it is when it has come to rest`() {
    let list = StoredProperty([1])
    let debounced = list.debounced(for: .seconds(1), clock: clock)
    list.value.append(2)
    clock.advance(by: .milliseconds(500))
    list.value.append(3)
    #expect(debounced.value == [1])
    clock.advance(by: .milliseconds(999))
    #expect(debounced.value == [1])
    clock.advance(by: .milliseconds(1))
    #expect(debounced.value == [1, 2, 3])
  }
}
