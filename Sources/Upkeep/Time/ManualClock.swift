/// A clock that stands still until its owner advances it: for tests, and for programs that have a time of
/// their own.
///
///     let clock = ManualClock()
///     let shown = TentativeProperty(saved, tentativeValueValidFor: .seconds(5), clock: clock)
///     shown.value = "draft"
///     clock.advance(by: .seconds(5))
///     print(shown.value)  // what is saved
///
/// Like the properties that wait for it, it belongs to one actor or thread at a time.
public final class ManualClock {
  /// The time since the clock was made.
  public private(set) var now: Duration = .zero

  /// The end of the clock: what would take place later never does.
  private static let end = Duration.seconds(Int64.max)

  private let label: Label
  private var alarms = AlarmQueue<Duration, ManualAlarm>()

  /// Makes a clock that shows zero.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    label = Label(name, file, line)
  }

  /// Lets time pass.
  ///
  /// Everything that waited for a moment up to and including the new one takes place in order of
  /// time, as one batch: effects run once, when the clock shows the new time.
  ///
  /// A clock does not go backwards, and not at all inside a derivation: that is reported, and `now` stays
  /// what it was. A `transaction` that throws does not turn it back.
  ///
  /// - Parameter duration: how much later it will be; zero or more. The clock stops after 2^63 seconds.
  /// - Complexity: O(log(what waits)) for each that it wakes.
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

  /// The time that it will be after a duration, nil if that is never.
  private func instant(after duration: Duration) -> Duration? {
    duration > Self.end - now ? nil : now + duration
  }

  /// The number of alarms that wait.
  package var alarmCount: Int { alarms.waitingCount }

  /// The number of entries, with those of released alarms.
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
  /// Nil for never.
  let instant: Duration?

  var hasPassed: Bool { instant.map { clock.now >= $0 } ?? false }

  func alarm(_ body: @escaping () -> Void) -> AnyObject {
    let alarm = ManualAlarm(body)
    if let instant { clock.add(alarm, at: instant) }
    return alarm
  }
}

/// Something that waits for a `ManualClock`, which does not keep it alive.
private final class ManualAlarm {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
