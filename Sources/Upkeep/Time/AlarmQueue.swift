/// The alarms that wait for a clock, by time, then by age: a binary heap.
///
/// It does not keep them alive: what a released alarm leaves is an entry, which goes before there
/// are twice as many entries as alarms.
struct AlarmQueue<Instant: Comparable, Alarm: AnyObject> {
  private struct Entry {
    let instant: Instant
    let ticket: Int
    weak var alarm: Alarm?

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
  mutating func insert(_ alarm: Alarm, at instant: Instant) {
    if entries.count >= limit {
      // Entries that are sorted are a heap.
      entries = entries.filter { $0.alarm != nil }.sorted { $0.isBefore($1) }
      limit = max(16, entries.count * 2)
    }
    tickets += 1
    entries.append(Entry(instant: instant, ticket: tickets, alarm: alarm))
    BinaryHeap.lift(
      entries.count - 1, isBefore: { entries[$0].isBefore(entries[$1]) },
      swapAt: { entries.swapAt($0, $1) })
  }

  /// Takes out the first alarm, if it is not later than `end`.
  ///
  /// - Complexity: O(log(count)) for each entry that it takes out.
  mutating func popFirst(until end: Instant) -> (instant: Instant, alarm: Alarm)? {
    while let first = entries.first, first.instant <= end {
      removeFirst()
      if let alarm = first.alarm { return (first.instant, alarm) }
    }
    return nil
  }

  /// The time of the first alarm that has not been released.
  ///
  /// - Complexity: as of `popFirst`.
  mutating func firstInstant() -> Instant? {
    while let first = entries.first {
      if first.alarm != nil { return first.instant }
      removeFirst()
    }
    return nil
  }

  private mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    BinaryHeap.sink(
      0, entries.count, isBefore: { entries[$0].isBefore(entries[$1]) },
      swapAt: { entries.swapAt($0, $1) })
  }
}
