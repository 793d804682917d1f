/// Something that waits for a `ManualClock`, which does not keep it alive.
final class ManualAlarm {
  let body: () -> Void
  let instant: Duration

  init(_ body: @escaping () -> Void, at instant: Duration) {
    self.body = body
    self.instant = instant
  }
}

/// The alarms that wait for a clock, by time, then by age: a binary heap.
struct AlarmQueue {
  private struct Entry {
    let instant: Duration
    let ticket: Int
    weak var alarm: ManualAlarm?

    func isBefore(_ other: Entry) -> Bool {
      (instant, ticket) < (other.instant, other.ticket)
    }
  }

  private var entries: [Entry] = []
  private var tickets = 0
  /// The number of entries from which on those of released alarms are looked for.
  private var limit = 16

  var count: Int { entries.count }

  var waitingCount: Int { entries.count { $0.alarm != nil } }

  /// - Complexity: O(log(count)), amortized.
  mutating func insert(_ alarm: ManualAlarm) {
    if entries.count >= limit {
      // Entries that are sorted are a heap.
      entries = entries.filter { $0.alarm != nil }.sorted { $0.isBefore($1) }
      limit = max(16, entries.count * 2)
    }
    tickets += 1
    entries.append(Entry(instant: alarm.instant, ticket: tickets, alarm: alarm))
    BinaryHeap.lift(
      entries.count - 1, isBefore: { entries[$0].isBefore(entries[$1]) },
      swapAt: { entries.swapAt($0, $1) })
  }

  /// Takes out the first alarm, if it is not later than `end`.
  ///
  /// - Complexity: O(log(count)) for each entry that it takes out.
  mutating func popFirst(until end: Duration) -> ManualAlarm? {
    while let first = entries.first, first.instant <= end {
      entries.swapAt(0, entries.count - 1)
      entries.removeLast()
      BinaryHeap.sink(
        0, entries.count, isBefore: { entries[$0].isBefore(entries[$1]) },
        swapAt: { entries.swapAt($0, $1) })
      if let alarm = first.alarm { return alarm }
    }
    return nil
  }
}
