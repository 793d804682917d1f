/// The alarms that wait for a clock, by time and then by age; a binary heap.
///
/// The queue does not retain the alarms. A released alarm leaves an entry, which is removed before
/// there are twice as many entries as alarms.
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
  /// The number of entries above which entries of released alarms are removed.
  private var limit = 16

  var count: Int { entries.count }

  var waitingCount: Int { entries.count { $0.alarm != nil } }

  /// Adds an alarm that rings at an instant.
  ///
  /// - Complexity: O(log(count)), amortized.
  mutating func insert(_ alarm: Alarm, at instant: Instant) {
    if entries.count >= limit {
      // A sorted array is a heap.
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
  /// - Complexity: O(log(count)) for each entry taken out.
  mutating func popFirst(until end: Instant) -> (instant: Instant, alarm: Alarm)? {
    while let first = entries.first, first.instant <= end {
      removeFirst()
      if let alarm = first.alarm { return (first.instant, alarm) }
    }
    return nil
  }

  /// Returns the time of the first alarm that has not been released.
  ///
  /// - Complexity: as for `popFirst`.
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
