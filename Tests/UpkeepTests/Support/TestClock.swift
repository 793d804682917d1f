import Differential
import Testing
import Upkeep

/// A clock that is no `ManualClock`, and shows the time of one.
struct TestClock: Clock {
  private let manual = ManualClock()

  var now: ManualClock.Instant { manual.now }
  var minimumResolution: Duration { manual.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await manual.sleep(until: deadline)
  }

  func advance(by duration: Duration) { manual.advance(by: duration) }

  /// Waits until exactly `count` tasks sleep.
  func sleepers(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    #expect(await eventually { manual.alarmCount == count }, sourceLocation: sourceLocation)
  }
}
