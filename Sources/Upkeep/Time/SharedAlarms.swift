// SAFETY: all that changes is changed inside `lock`; the closure of an alarm is reached only on its
// isolation.
/// The alarms that wait for one of the system's clocks, on whichever isolation.
///
/// A sleep of these clocks stays in memory until its time, also if it is cancelled. So alarms share
/// sleeps: a new alarm needs one only if it is earlier than all that are under way, and what a
/// released alarm leaves is an entry of the queue, which goes with the next ones. A sleep that ends
/// too early, since its alarm was released, costs one look.
final class SharedAlarms<C: Clock>: @unchecked Sendable where C.Duration == Duration {
  private let clock: C
  private let lock = Lock()
  private var alarms = AlarmQueue<C.Instant, AlarmReference>()
  /// The ends of the sleeps under way.
  private var sleeps: [C.Instant] = []

  /// The number of sleeps under way above which a new one ends halfway to its alarm.
  ///
  /// So it serves the next ones, too, where each is somewhat earlier than the one before: the
  /// number of sleeps does not grow with that of alarms, but with the logarithm of their time.
  private static var exactSleeps: Int { 8 }

  init(_ clock: C) { self.clock = clock }

  /// The number of entries, with those of released alarms, and of sleeps.
  var counts: (entries: Int, sleeps: Int) { lock.withLock { (alarms.count, sleeps.count) } }

  /// Has an alarm ring at an instant, unless it is released before.
  ///
  /// - Complexity: O(log(alarms)), amortized.
  func add(_ alarm: AlarmReference, at instant: C.Instant) {
    let end = lock.withLock {
      alarms.insert(alarm, at: instant)
      return endOfNewSleep()
    }
    if let end { sleep(until: end) }
  }

  /// The end of the sleep that the first alarm needs; nil if one that is under way ends early
  /// enough.
  private func endOfNewSleep() -> C.Instant? {
    guard var end = alarms.firstInstant(), sleeps.allSatisfy({ end < $0 }) else { return nil }
    if sleeps.count >= Self.exactSleeps {
      let now = clock.now
      let rest = now.duration(to: end)
      if rest > .milliseconds(10) { end = now.advanced(by: rest / 2) }
    }
    sleeps.append(end)
    return end
  }

  private func sleep(until end: C.Instant) {
    // Not with the task-local values of whoever happens to ask first.
    Task.detached(priority: .userInitiated) { [self] in
      try? await clock.sleep(until: end, tolerance: nil)
      wake(from: end)
    }
  }

  private func wake(from end: C.Instant) {
    var due: [AlarmReference] = []
    let next = lock.withLock {
      if let index = sleeps.firstIndex(of: end) { sleeps.remove(at: index) }
      let now = max(end, clock.now)
      while let (_, alarm) = alarms.popFirst(until: now) { due.append(alarm) }
      return endOfNewSleep()
    }
    if let next { sleep(until: next) }
    // An isolation that is busy does not keep the others waiting.
    let groups = Dictionary(grouping: due, by: \.isolationIdentity)
    for alarms in groups.values {
      Task.detached(priority: .userInitiated) { await AlarmReference.ring(alarms) }
    }
  }
}
