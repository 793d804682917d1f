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
/// Like the properties that wait for it, a clock belongs to one actor or thread at a time.
public final class ManualClock {
  /// The time since the clock was made.
  public private(set) var now: Duration = .zero

  /// The end of the clock; a later alarm never rings.
  private static let end = Duration.seconds(Int64.max)

  private let label: Label
  private var alarms = AlarmQueue<Duration, ManualAlarm>()

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
    let end = instant(after: duration) ?? Self.end
    batch {
      while let (instant, alarm) = alarms.popFirst(until: end) {
        now = max(now, instant)
        alarm.body()
      }
      now = max(now, end)
    }
  }

  /// Returns the time after a duration; nil if the clock never reaches it.
  private func instant(after duration: Duration) -> Duration? {
    duration > Self.end - now ? nil : now + duration
  }

  /// The number of waiting alarms.
  package var alarmCount: Int { alarms.waitingCount }

  /// The number of entries, including those of released alarms.
  var entryCount: Int { alarms.count }

  fileprivate func add(_ alarm: ManualAlarm, at instant: Duration) {
    alarms.insert(alarm, at: instant)
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
  let instant: Duration?

  var hasPassed: Bool { instant.map { clock.now >= $0 } ?? false }

  func alarm(_ body: @escaping () -> Void) -> AnyObject {
    let alarm = ManualAlarm(body)
    if let instant { clock.add(alarm, at: instant) }
    return alarm
  }
}

/// An alarm that waits for a `ManualClock`, which does not retain it.
private final class ManualAlarm {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
