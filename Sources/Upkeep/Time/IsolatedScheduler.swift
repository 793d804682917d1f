extension Clock where Duration == Swift.Duration {
  /// Returns the clock's scheduler for an isolation; nil is for the isolation that first sets a
  /// deadline.
  ///
  /// The alarms of a `ManualClock` ring where it is advanced.
  package func scheduler(on isolation: (any Actor)?) -> any Scheduler {
    self as? ManualClock ?? IsolatedScheduler(self, on: isolation)
  }
}

/// A scheduler that tells the time by a `Clock`, and rings its alarms on one isolation.
///
/// It holds the isolation weakly, so it does not retain an actor that owns the waiting object.
final class IsolatedScheduler<C: Clock>: Scheduler where C.Duration == Duration {
  private let clock: C
  /// The alarms of the system's clocks, which share their sleeps; nil for other clocks.
  private let shared: SharedAlarms<C>?
  private weak var isolation: (any Actor)?
  /// Whether the isolation was ever known; it may be gone by now.
  private var isBound: Bool

  init(_ clock: C, on isolation: (any Actor)?) {
    self.clock = clock
    shared = continuousAlarms as? SharedAlarms<C> ?? suspendingAlarms as? SharedAlarms<C>
    self.isolation = isolation
    isBound = isolation != nil
  }

  var canRing: Bool { isBound || Isolation.current != nil }

  func deadline(after duration: Duration) -> any Deadline {
    if !isBound {
      isolation = Isolation.current
      isBound = isolation != nil
    }
    #if DEBUG
      isolation?.assertIsolated(
        "Upkeep: what waits for a clock must stay in the isolation in which it was made")
    #endif
    return IsolatedDeadline(
      clock: clock, shared: shared, isolation: isolation,
      instant: duration < farthest ? clock.now.advanced(by: duration) : nil)
  }
}

/// A century.
///
/// A moment at least this far away never comes: a clock does not say where it ends, and the
/// system's clocks cannot wait for as long as a `Duration` can be.
private let farthest = Duration.seconds(36_525 * 86_400)

let continuousAlarms = SharedAlarms(ContinuousClock())
private let suspendingAlarms = SharedAlarms(SuspendingClock())

private struct IsolatedDeadline<C: Clock>: Deadline where C.Duration == Duration {
  let clock: C
  let shared: SharedAlarms<C>?
  weak var isolation: (any Actor)?
  /// The moment; nil for never.
  let instant: C.Instant?

  var hasPassed: Bool { instant.map { clock.now >= $0 } ?? false }

  func alarm(_ body: @escaping () -> Void) -> AnyObject {
    let alarm = IsolatedAlarm(on: isolation, body)
    guard let instant else { return alarm }
    let reference = alarm.reference
    if let shared {
      shared.add(reference, at: instant)
    } else {
      alarm.task = Task { [clock, instant] in
        // The sleep throws when the alarm is released, because that cancels the task.
        guard (try? await clock.sleep(until: instant, tolerance: nil)) != nil else { return }
        await AlarmReference.ring([reference])
      }
    }
    return alarm
  }
}
