public import Upkeep
import UpkeepScope

// By the clock of the store whose changes they are; of anything else, by that of the system.
extension Changes {
  /// The last value, when a time has passed in which none came.
  ///
  ///     let queries = store.changes(of: \.query).debounced(for: .milliseconds(300))
  ///     Hook("search", queries) { store.send(.search($0)) }
  ///
  /// A value that waits when its store ends is not told.
  ///
  /// - Parameters:
  ///   - duration: the time in which none may have come.
  ///   - clock: measures it; by default the store's. Or a `ManualClock`.
  ///   - isolation: filled in by the compiler; held weakly.
  /// - Returns: the resulting changes.
  public func debounced<C: Clock>(
    for duration: Duration, clock: C? = nil as ContinuousClock?,
    isolation: (any Actor)? = #isolation
  ) -> Changes where C.Duration == Duration {
    timed(duration, time(clock, isolation)) { Debounce(duration, $0, $1) }
  }

  /// The last value, when a time has passed in which none came.
  ///
  /// - Parameters:
  ///   - duration: the time in which none may have come.
  ///   - clock: measures it.
  /// - Returns: the resulting changes.
  @_documentation(visibility: internal)
  public func debounced(for duration: Duration, clock: ManualClock) -> Changes {
    timed(duration, { ScopeTime(clock, nil) }) { Debounce(duration, $0, $1) }
  }

  /// At most one value in each span of time: the first at once, and of those that come until a time
  /// has passed one at the end of it.
  ///
  ///     let positions = store.changes(of: \.position).throttled(for: .milliseconds(100))
  ///     Hook("position", positions) { service.move(to: $0) }
  ///
  /// A value that waits when its store ends is not told.
  ///
  /// - Parameters:
  ///   - duration: the time in which none is told after one.
  ///   - clock: measures it; by default the store's. Or a `ManualClock`.
  ///   - latest: whether the last of those is told; false for the first.
  ///   - isolation: filled in by the compiler; held weakly.
  /// - Returns: the resulting changes.
  public func throttled<C: Clock>(
    for duration: Duration, clock: C? = nil as ContinuousClock?, latest: Bool = true,
    isolation: (any Actor)? = #isolation
  ) -> Changes where C.Duration == Duration {
    timed(duration, time(clock, isolation)) { Throttle(duration, latest, $0, $1) }
  }

  /// At most one value in each span of time: the first at once, and of those that come until a time
  /// has passed one at the end of it.
  ///
  /// - Parameters:
  ///   - duration: the time in which none is told after one.
  ///   - clock: measures it.
  ///   - latest: whether the last of those is told; false for the first.
  /// - Returns: the resulting changes.
  @_documentation(visibility: internal)
  public func throttled(
    for duration: Duration, clock: ManualClock, latest: Bool = true
  ) -> Changes {
    timed(duration, { ScopeTime(clock, nil) }) { Throttle(duration, latest, $0, $1) }
  }

  private func time<C: Clock>(
    _ clock: C?, _ isolation: (any Actor)?
  ) -> () -> ScopeTime where C.Duration == Duration {
    if let clock { return { ScopeTime(clock, isolation) } }
    return { [stores, weak isolation] in
      stores?.lazy.compactMap(\.engine?.time).first ?? ScopeTime(ContinuousClock(), isolation)
    }
  }

  private func timed(
    _ duration: Duration, _ time: @escaping () -> ScopeTime,
    _ pace: @escaping (ScopeTime, @escaping (Value) -> Void) -> Pace<Value>
  ) -> Changes {
    if duration <= .zero { return self }
    return Changes(stores) { hear in
      let pace = pace(time(), hear)
      return Observation(observe { [weak pace] in pace?.take($0) }, pace)
    }
  }
}

/// Tells some of the values that it takes, later.
private class Pace<Value> {
  private let duration: Duration
  private let time: ScopeTime
  private let hear: (Value) -> Void
  /// The value to tell when the time has passed.
  final var waiting: Value?
  private var alarm: AnyObject?

  init(_ duration: Duration, _ time: ScopeTime, _ hear: @escaping (Value) -> Void) {
    self.duration = duration
    self.time = time
    self.hear = hear
  }

  final var isRunning: Bool { alarm != nil }

  /// Lets the time begin, anew if it runs.
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
    // A clock is not set back by a transaction that is undone, so neither is the element that was
    // due.
    Turn.afterTransaction { [weak self] in
      // Released only after the value was told.
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
    // Its `deinit` may make the next one.
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
    // Before somebody hears it, for that may make the next.
    begin()
    super.tell(value)
  }
}
