import Differential
import Testing

@testable import Upkeep

/// A clock that its owner advances.
@Suite(.leavesNothing) struct ManualClockTests {
  let clock = ManualClock(name: "clock")

  @Test func `alarms ring in order of time, those of one moment in order of creation`() {
    var log: [String] = []
    let alarms = [3, 1, 2, 1, 3].enumerated().map { index, seconds in
      clock.deadline(after: .seconds(seconds)).alarm {
        log.append("\(index) at \(self.clock.now.offset.components.seconds)")
      }
    }
    clock.advance(by: .milliseconds(999))
    #expect(log == [])
    clock.advance(by: .seconds(10))
    withExtendedLifetime(alarms) {}
    #expect(log == ["1 at 1", "3 at 1", "2 at 2", "0 at 3", "4 at 3"])
    #expect(clock.now.offset == .milliseconds(10_999))
  }

  @Test func `an alarm set by an alarm rings in the same advance if it is due`() {
    var log: [Duration] = []
    var alarms: [AnyObject] = []
    func tick() {
      log.append(clock.now.offset)
      alarms.append(clock.deadline(after: .seconds(2)).alarm(tick))
    }
    alarms.append(clock.deadline(after: .seconds(2)).alarm(tick))
    clock.advance(by: .seconds(7))
    #expect((log, clock.alarmCount) == ([.seconds(2), .seconds(4), .seconds(6)], 1))
    clock.advance(by: .seconds(1))
    #expect(log.last == .seconds(8))
  }

  @Test func `a clock must be advanced on the actor that its alarms belong to`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let clock = ManualClock()
      await MainActor.run {
        _ = Unmanaged.passRetained(clock.deadline(after: .seconds(1)).alarm {})
      }
      clock.advance(by: .seconds(1))
    }
    let advice = "must be advanced in the isolation of what waits for it"
    #expect(standardError(result).contains(advice))
  }

  @Test func `an alarm that is released does not ring`() {
    var log: [Int] = []
    var alarms = (0..<4).map { number in
      clock.deadline(after: .seconds(1)).alarm { log.append(number) }
    }
    alarms.remove(at: 2)
    #expect(clock.alarmCount == 3)
    clock.advance(by: .seconds(1))
    #expect((log, clock.alarmCount) == ([0, 1, 3], 0))
  }

  @Test func `a clock never goes backwards, and a moment in its past has passed`() {
    let later = clock.deadline(after: .seconds(1))
    clock.advance(by: .milliseconds(500))
    let mistakes = recordingMistakes { clock.advance(by: .seconds(-2)) }
    #expect((mistakes, clock.now.offset) == (["negativeAdvance: clock"], .milliseconds(500)))
    clock.advance(by: .zero)
    #expect(!later.hasPassed)
    clock.advance(by: .milliseconds(500))
    let past = [later, clock.deadline(after: .zero), clock.deadline(after: .seconds(-1))]
    #expect(past.allSatisfy { $0.hasPassed })
  }

  @Test func `law 9: time stands still in a derivation`() {
    let derived = DerivedProperty(name: "derived") {
      clock.advance(by: .seconds(1))
      return clock.now.offset
    }
    let mistakes = recordingMistakes { #expect(derived.value == .zero) }
    #expect(mistakes == ["writeInDerivation: derived, clock"])
  }

  @Test func `effects run once, when the clock shows the new time`() {
    let updater = Updater()
    let ticks = StoredProperty(0)
    var log: [String] = []
    updater.keepUpToDate { log.append("\(ticks.value) at \(clock.now.offset.components.seconds)") }
    let alarms = (1...3).map { number in
      clock.deadline(after: .seconds(number)).alarm { ticks.value += 1 }
    }
    clock.advance(by: .seconds(5))
    withExtendedLifetime(alarms) {}
    #expect(log == ["0 at 0", "3 at 5"])
  }

  @Test func `an alarm may advance its clock`() {
    var log: [Duration] = []
    let first = clock.deadline(after: .seconds(1)).alarm {
      log.append(clock.now.offset)
      clock.advance(by: .seconds(10))
    }
    let second = clock.deadline(after: .seconds(2)).alarm { log.append(clock.now.offset) }
    clock.advance(by: .seconds(1))
    withExtendedLifetime((first, second)) {}
    #expect((log, clock.now.offset) == ([.seconds(1), .seconds(2)], .seconds(11)))
  }

  @Test func `a clock stops at its end, and a deadline beyond that never comes`() {
    let forever = Duration(attoseconds: .max)
    clock.advance(by: .seconds(1))
    let parent = StoredProperty(1)
    let tentative = TentativeProperty(parent, tentativeValueValidFor: forever, clock: clock)
    tentative.value = 3
    tentative.set(4, until: .for(.seconds(Int64.max)))
    var log: [Duration] = []
    let alarm = clock.deadline(after: .seconds(1)).alarm { log.append(clock.now.offset) }
    clock.advance(by: forever)
    let end = clock.now
    for wait in [.seconds(1), forever] { clock.advance(by: wait) }
    #expect(clock.now == end && end.offset > .seconds(1_000_000_000_000))
    #expect(log == [.seconds(2)])
    #expect((clock.deadline(after: .seconds(1)).hasPassed, tentative.value) == (false, 4))
    tentative.revertTentative()
    #expect(tentative.value == 1)
    withExtendedLifetime(alarm) {}
  }

  @Test func `twenty thousand alarms ring one after another, whatever still waits`() {
    let count = 20_000
    var log: [Int] = []
    // The latest alarm is set first.
    let alarms = (1...count).reversed().map { second in
      clock.deadline(after: .seconds(second)).alarm { log.append(second) }
    }
    for _ in 0..<count { clock.advance(by: .seconds(1)) }
    #expect(log == Array(1...count))
    withExtendedLifetime(alarms) {}
  }

  @MainActor @Test(.hops) func `tasks sleep until their deadlines`() async throws {
    let clock = clock
    let (wakes, wake) = AsyncStream.makeStream(of: String.self)
    let tasks = [3, 1, 2, 1, 9].map { seconds in
      Task { @MainActor in
        try await clock.sleep(for: .seconds(seconds))
        wake.yield("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    #expect(await eventually { clock.alarmCount == 5 })
    clock.advance(by: .seconds(1))
    try await tasks[1].value
    try await tasks[3].value
    for task in [tasks[2], tasks[0]] {
      clock.advance(by: .seconds(1))
      try await task.value
    }
    tasks[4].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[4].value }
    wake.finish()
    var log: [String] = []
    for await wake in wakes { log.append(wake) }
    #expect(log == ["1 at 1", "1 at 1", "2 at 2", "3 at 3"])
    #expect(clock.alarmCount == 0)
  }

  @MainActor @Test(.hops) func `a clock serves where any clock does, and never waits for the past`()
    async throws
  {
    let clock = clock
    func doze(by clock: some Clock<Duration>) async throws {
      try await clock.sleep(for: .seconds(1))
    }
    let task = Task { try await doze(by: clock) }
    #expect(await eventually { clock.alarmCount == 1 })
    clock.advance(by: .seconds(1))
    try await task.value
    try await clock.sleep(until: clock.now)
    let cancelled = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.alarmCount == 0)
  }
}
