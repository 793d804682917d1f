import Upkeep
import UpkeepScope

// Timing uses the clock of the store that the changes come from; of several stores, the first.
extension Changes {
  /// Returns the latest value whenever no further value has arrived for a duration.
  ///
  ///     let queries = store.changes(of: \.query).debounced(for: .milliseconds(300))
  ///     Hook("search", queries) { store.send(.search($0)) }
  ///
  /// A pending value is dropped when the store ends. To use another clock, debounce the property
  /// instead.
  ///
  /// - Parameter duration: The time without a further value, by the store's clock.
  /// - Returns: The debounced changes.
  public func debounced(for duration: Duration) -> Changes {
    timed(duration) { Debounce(duration, $0, $1) }
  }

  /// Returns at most one value in each interval.
  ///
  /// The first value is passed on immediately, and starts an interval. One of the values that
  /// arrive during the interval is passed on at its end, and starts the next interval.
  ///
  ///     let positions = store.changes(of: \.position).throttled(for: .milliseconds(100))
  ///     Hook("position", positions) { service.move(to: $0) }
  ///
  /// A pending value is dropped when the store ends. To use another clock, throttle the property
  /// instead.
  ///
  /// - Parameters:
  ///   - duration: The length of the interval, by the store's clock.
  ///   - latest: Whether the latest value of the interval is passed on; false for the earliest.
  /// - Returns: The throttled changes.
  public func throttled(for duration: Duration, latest: Bool = true) -> Changes {
    timed(duration) { Throttle(duration, latest, $0, $1) }
  }

  private func timed(
    _ duration: Duration, _ pace: @escaping (ScopeTime, @escaping (Value) -> Void) -> Pace<Value>
  ) -> Changes {
    if duration <= .zero { return self }
    return Changes(stores) { site, hear in
      // Without a living store no value arrives; the package times no other changes.
      guard let time = stores?.lazy.compactMap(\.engine?.time).first else {
        return observe(site, hear)
      }
      let pace = pace(time, hear)
      return Observation(observe(site) { [weak pace] in pace?.take($0) }, pace)
    }
  }
}

/// Passes on some of the values that it receives, possibly later.
private class Pace<Value> {
  private let duration: Duration
  private let time: ScopeTime
  private let hear: (Value) -> Void
  /// The value to pass on at the end of the interval; nil if none.
  final var waiting: Value?
  private var alarm: AnyObject?

  init(_ duration: Duration, _ time: ScopeTime, _ hear: @escaping (Value) -> Void) {
    self.duration = duration
    self.time = time
    self.hear = hear
  }

  final var isRunning: Bool { alarm != nil }

  /// Starts the interval, or restarts it.
  final func begin() {
    let old = alarm
    alarm = time.alarm(after: duration, for: "a pause between changes") {
      [weak self] in self?.end()
    }
    withExtendedLifetime(old) {}
  }

  private func end() {
    let old = alarm
    alarm = nil
    // A rollback does not turn back the clock, so the value is due even then.
    Turn.afterTransaction { [weak self] in
      // Released only after `tell`, because its `deinit` may cause the next value.
      defer { withExtendedLifetime(old) {} }
      guard let self, let value = waiting, !isRunning else { return }
      waiting = nil
      tell(value)
    }
  }

  func take(_ value: Value) {}

  final func wait(with value: Value) {
    let old = waiting
    waiting = value
    // Released only now, because its `deinit` may cause the next value.
    withExtendedLifetime(old) {}
  }

  func tell(_ value: Value) { hear(value) }
}

private final class Debounce<Value>: Pace<Value> {
  override func take(_ value: Value) {
    wait(with: value)
    begin()
  }
}

private final class Throttle<Value>: Pace<Value> {
  private let latest: Bool

  init(
    _ duration: Duration, _ latest: Bool, _ time: ScopeTime, _ hear: @escaping (Value) -> Void
  ) {
    self.latest = latest
    super.init(duration, time, hear)
  }

  override func take(_ value: Value) {
    if !isRunning { return tell(value) }
    if latest || waiting == nil { wait(with: value) }
  }

  override func tell(_ value: Value) {
    // Before `hear` is called, because `hear` may cause the next value.
    begin()
    super.tell(value)
  }
}
