// SAFETY: mutable state is changed only while `lock` is held. The closure of an alarm is reached
// only on its isolation.
/// The alarms that wait for one of the system's clocks, on any isolation.
///
/// A sleep of these clocks stays in memory until its time, even if it is cancelled. So alarms share
/// sleeps: a new alarm needs a sleep only if it is earlier than all sleeps under way. A released
/// alarm leaves an entry in the queue, which is removed with the next ones. A sleep that ends too
/// early, because its alarm was released, costs one check.
final class SharedAlarms<C: Clock>: @unchecked Sendable where C.Duration == Duration {
  private let clock: C
  private let lock = Lock()
  private var alarms = AlarmQueue<C.Instant, AlarmReference>()
  /// The ends of the sleeps under way.
  private var sleeps: [C.Instant] = []

  /// The number of sleeps under way above which a new sleep ends halfway to its alarm.
  ///
  /// Such a sleep also serves the next alarms, if each is somewhat earlier than the one before. So
  /// the number of sleeps grows with the logarithm of the time to the alarms, and not with their
  /// number.
  private static var exactSleeps: Int { 8 }

  init(_ clock: C) { self.clock = clock }

  /// The number of entries, including those of released alarms, and the number of sleeps.
  var counts: (entries: Int, sleeps: Int) { lock.withLock { (alarms.count, sleeps.count) } }

  /// Rings an alarm at an instant, unless the alarm is released before.
  ///
  /// - Complexity: O(log(alarms)), amortized.
  func add(_ alarm: AlarmReference, at instant: C.Instant) {
    let end = lock.withLock {
      alarms.insert(alarm, at: instant)
      return endOfNewSleep()
    }
    if let end { sleep(until: end) }
  }

  /// Returns the end of the sleep that the first alarm needs; nil if a sleep under way ends early
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
    // Detached, so that the task does not inherit the task-local values of the first caller.
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
    // One task per isolation, so that a busy isolation does not delay the others.
    let groups = Dictionary(grouping: due, by: \.isolationIdentity)
    for alarms in groups.values {
      Task.detached(priority: .userInitiated) { await AlarmReference.ring(alarms) }
    }
  }
}
