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
  private struct Entry {
    let instant: Duration
    weak var alarm: ManualAlarm?
  }

  /// The time since the clock was made.
  public private(set) var now: Duration = .zero

  private let label: Label
  /// Who waits, by deadline; among equals, who began first comes first.
  private var entries: [Entry] = []
  /// How many of them the advance under way has passed.
  private var reached = 0
  /// How many entries there may be before those of released alarms are looked for.
  private var limit = 16

  /// Makes a clock that shows zero.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    label = Label(name, file, line)
  }

  /// Lets time pass. What waited for a moment up to and including the new one takes place in order of
  /// time, as one batch: effects run once, when the clock shows the new time.
  ///
  /// A clock does not go backwards, and not at all inside a derivation: that is reported, and `now` stays
  /// what it was. A `transaction` that throws does not turn it back.
  ///
  /// - Parameter duration: how much later it will be; zero or more.
  /// - Complexity: O(what it wakes).
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
    let end = now + duration
    batch {
      while reached < entries.count, entries[reached].instant <= end {
        let entry = entries[reached]
        reached += 1
        now = max(now, entry.instant)
        entry.alarm?.body()
      }
      now = max(now, end)
      entries.removeFirst(reached)
      reached = 0
    }
  }

  /// How many alarms wait.
  package var alarmCount: Int { entries[reached...].count { $0.alarm != nil } }

  /// How many entries there are, with those of released alarms.
  var entryCount: Int { entries.count }

  fileprivate func add(_ alarm: ManualAlarm, at instant: Duration) {
    if entries.count >= limit {
      entries = entries[reached...].filter { $0.alarm != nil }
      reached = 0
      limit = max(16, entries.count * 2)
    }
    // Behind those that are not later. Most new ones are the latest.
    var lower = reached
    var upper = entries.count
    if entries.last?.instant ?? instant <= instant { lower = upper }
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].instant <= instant { lower = middle + 1 } else { upper = middle }
    }
    entries.insert(Entry(instant: instant, alarm: alarm), at: lower)
  }
}

extension ManualClock: Timekeeper {
  package func deadline(after duration: Duration) -> any Deadline {
    ManualDeadline(clock: self, instant: now + duration)
  }
}

private struct ManualDeadline: Deadline {
  let clock: ManualClock
  let instant: Duration

  var hasPassed: Bool { clock.now >= instant }

  func alarm(_ body: @escaping () -> Void) -> AnyObject {
    let alarm = ManualAlarm(body)
    clock.add(alarm, at: instant)
    return alarm
  }
}

/// Something that waits for a `ManualClock`, which does not keep it alive.
private final class ManualAlarm {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}
