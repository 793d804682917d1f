// SAFETY: `time` and `alarms` are touched only while `lock` is held. An alarm that was set on an
// actor rings there, or stops the program. An alarm that was set where no actor runs cannot be
// checked: the thread that uses its property advances the clock.
/// A clock that stands still until its owner advances it.
///
/// Use it for tests, and for programs that have a time of their own.
///
///     let clock = ManualClock()
///     let shown = TentativeProperty(saved, tentativeValueValidFor: .seconds(5), clock: clock)
///     shown.value = "draft"
///     clock.advance(by: .seconds(5))
///     print(shown.value)  // the value of `saved`
///
/// Advance a clock on the actor or thread of the properties that wait for it. If another actor
/// advances it, the program stops. Tasks may sleep on it anywhere.
public final class ManualClock: Clock, @unchecked Sendable {
  /// The end of the clock; a later alarm never rings.
  private static let end = Duration.seconds(Int64.max)

  private let label: Label
  fileprivate var name: String { label.description }
  private let lock = Lock()
  private var time = Duration.zero
  private var alarms = AlarmQueue<Duration, AlarmReference>()

  /// Makes a clock that shows zero.
  ///
  /// - Parameters:
  ///   - name: the name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    label = Label(name, file, line)
  }

  /// Advances the clock.
  ///
  /// All alarms up to and including the new time ring in order of time, as one batch: effects run
  /// once, when the clock shows the new time.
  ///
  /// A clock cannot be advanced by a negative duration, nor inside a derivation: either is
  /// reported, and `now` stays as it was. The rollback of a `transaction` does not turn the clock
  /// back.
  ///
  /// - Parameter duration: the time to advance by; zero or more. The clock stops after 2^63
  ///   seconds.
  /// - Complexity: O(log(waiting alarms)) for each alarm that rings.
  public func advance(by duration: Duration) {
    if let derivation = Context.current.pointee.computing {
      Misuse.report(
        .writeInDerivation(
          derivation: Graph.describe(derivation), property: label.description))
      return
    }
    guard duration >= .zero else {
      Misuse.report(.negativeAdvance(clock: label.description, duration: duration))
      return
    }
    let end = instant(after: duration)?.offset ?? Self.end
    batch {
      while let alarm = nextAlarm(until: end) { alarm.ring() }
    }
  }

  /// Advances the clock to the first alarm up to `end`, and returns the alarm.
  ///
  /// If there is none, advances the clock to `end`, and returns nil.
  private func nextAlarm(until end: Duration) -> AlarmReference? {
    lock.withLock {
      let next = alarms.popFirst(until: end)
      time = max(time, next?.instant ?? end)
      return next?.alarm
    }
  }

  /// Returns the time after a duration; nil if the clock never reaches it.
  fileprivate func instant(after duration: Duration) -> Instant? {
    duration > Self.end - now.offset ? nil : now.advanced(by: duration)
  }

  /// The number of waiting alarms.
  package var alarmCount: Int { lock.withLock { alarms.waitingCount } }

  /// The number of entries, including those of released alarms.
  var entryCount: Int { lock.withLock { alarms.count } }

  fileprivate func add(_ alarm: IsolatedAlarm, at instant: Instant) {
    lock.withLock { alarms.insert(alarm.reference, at: instant.offset) }
  }
}

// MARK: - Clock

extension ManualClock {
  /// A time of a `ManualClock`.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Returns the time after a duration.
    ///
    /// - Parameter duration: the duration.
    /// - Returns: the time.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this time to another.
    ///
    /// - Parameter other: the other time.
    /// - Returns: the duration; negative if the other time is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether a time is earlier than another.
    ///
    /// - Parameters:
    ///   - one: the time.
    ///   - other: the other time.
    /// - Returns: whether `one` is earlier.
    @_documentation(visibility: internal)
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  /// The time that the clock shows.
  public var now: Instant { lock.withLock { Instant(offset: time) } }

  /// The shortest time by which the clock can be advanced.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Waits until the clock has been advanced by a duration, as by `sleep(until:tolerance:)`.
  ///
  ///     let service = ChatService(history: {
  ///       try await clock.sleep(for: .seconds(1))
  ///       return [hello]
  ///     })
  ///
  /// The duration begins before the caller is suspended.
  ///
  /// - Parameter duration: the time to wait.
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await sleep(until: now.advanced(by: duration))
  }

  /// Waits until the clock has been advanced to a time.
  ///
  /// Tasks that one advance wakes may run in any order. `settle` does not wait for a load or effect
  /// that sleeps here.
  ///
  /// - Parameters:
  ///   - deadline: the time at which to wake.
  ///   - tolerance: ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func sleep(
    until deadline: Instant, tolerance: Duration? = nil
  ) async throws {
    try Task.checkCancellation()
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let item = CurrentWorkItem.reference
    let alarm = IsolatedAlarm(on: nil) {
      // Noted before the task has returned from its suspension.
      item?.parkIfHere(false)
      signal.finish()
    }
    add(alarm, at: deadline)
    if deadline <= now { return }
    try await CurrentWorkItem.whileParked {
      for await _ in signals {}
      withExtendedLifetime(alarm) {}
      try Task.checkCancellation()
    }
  }
}

extension ManualClock: Scheduler {
  package var canRing: Bool { true }

  package func deadline(after duration: Duration) -> any Deadline {
    ManualDeadline(clock: self, instant: instant(after: duration))
  }
}

private struct ManualDeadline: Deadline {
  let clock: ManualClock
  /// The moment; nil for never.
  let instant: ManualClock.Instant?

  var hasPassed: Bool { instant.map { clock.now >= $0 } ?? false }

  func alarm(_ body: @escaping () -> Void) -> AnyObject {
    let identity = Isolation.identity
    let alarm = IsolatedAlarm(on: nil) { [clock] in
      if let identity, identity != Isolation.identity {
        Misuse.stop(.clockAdvancedElsewhere(clock: clock.name))
      }
      body()
    }
    if let instant { clock.add(alarm, at: instant) }
    return alarm
  }
}
