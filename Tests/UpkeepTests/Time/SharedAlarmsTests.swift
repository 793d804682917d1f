import Differential
import Testing

@testable import Upkeep

/// The alarms of system clocks, tested with a clock of the test's own.
@Suite(.leavesNothing) struct SharedAlarmsTests {
  let clock = TestClock()

  private func add(
    _ seconds: Double, to alarms: SharedAlarms<TestClock>, _ body: @escaping () -> Void = {}
  ) -> IsolatedAlarm {
    let alarm = IsolatedAlarm(on: MainActor.shared, body)
    alarms.add(alarm.reference, at: clock.now.advanced(by: .seconds(seconds)))
    return alarm
  }

  @MainActor @Test(.hops) func `alarms ring at their time, on their isolation`() async {
    let alarms = SharedAlarms(clock)
    let (rings, ring) = AsyncStream.makeStream(of: Int.self)
    var rung = rings.makeAsyncIterator()
    let kept = [3, 1, 2, 2].map { seconds in
      add(Double(seconds), to: alarms) {
        MainActor.assertIsolated()
        ring.yield(seconds)
      }
    }
    // One task sleeps for the alarm of three seconds, and one for the alarm of one second.
    await clock.sleepers(2)
    clock.advance(by: .milliseconds(999))
    #expect(alarms.counts.entries == 4)
    clock.advance(by: .milliseconds(1))
    #expect(await rung.next() == 1)
    await clock.sleepers(2)
    clock.advance(by: .seconds(1))
    for _ in 1...2 { #expect(await rung.next() == 2) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await rung.next() == 3)
    #expect(alarms.counts == (0, 0))
    withExtendedLifetime(kept) {}
  }

  @MainActor @Test(.hops) func `a released alarm leaves its sleep to the next`() async {
    let alarms = SharedAlarms(clock)
    let (rings, ring) = AsyncStream.makeStream(of: Int.self)
    var rung = rings.makeAsyncIterator()
    _ = add(1, to: alarms) { ring.yield(1) }
    await clock.sleepers(1)
    let kept = add(2, to: alarms) { ring.yield(2) }
    #expect(alarms.counts.sleeps == 1)
    clock.advance(by: .seconds(1))
    await eventually { alarms.counts.entries == 1 }
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await rung.next() == 2)
    withExtendedLifetime(kept) {}
  }

  enum Order: CaseIterable, Sendable {
    case alike, later, earlier, mixed

    /// The time of one of ten thousand alarms, in seconds.
    func seconds(_ index: Int) -> Double {
      switch self {
      case .alike: 3_600
      case .later: 3_600 + Double(index)
      case .earlier: 3_600 - Double(index) * 0.3
      case .mixed: 1 + Double(index * 7_919 % 10_007)
      }
    }
  }

  @Test(arguments: Order.allCases)
  func `ten thousand alarms that are released leave neither entries nor sleeps`(order: Order) {
    let alarms = SharedAlarms(clock)
    for index in 0..<10_000 { _ = add(order.seconds(index), to: alarms) }
    #expect(alarms.counts.entries <= 16 && alarms.counts.sleeps <= 24)
    clock.advance(by: .seconds(20_000))
  }

  @MainActor @Test(.hops) func `a value ends by the system's clock`() async {
    let tentative = TentativeProperty(
      StoredProperty(1), tentativeValueValidFor: .milliseconds(1), clock: SuspendingClock())
    tentative.value = 2
    await eventually { tentative.value == 1 }
  }
}
