/// The values that a delayed property has yet to show, the earliest first.
struct TimedQueue<Value> {
  struct Entry {
    let value: Stamped<Value>
    let deadline: any Deadline
  }

  /// Entries before `start` are nil.
  private var entries: [Entry?] = []
  private var start = 0

  var isEmpty: Bool { start == entries.count }
  var count: Int { entries.count - start }
  var first: Entry? { isEmpty ? nil : entries[start] }
  var last: Entry? { isEmpty ? nil : entries[entries.count - 1] }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Takes out the first entry if it is due; otherwise returns nil.
  ///
  /// The queue keeps nothing of the entry, because the `deinit` of its value may use the queue
  /// again.
  ///
  /// - Complexity: O(1), amortized.
  mutating func popFirstIfDue() -> Entry? {
    guard let first, first.deadline.hasPassed else { return nil }
    var taken: Entry?
    swap(&taken, &entries[start])
    start += 1
    if start * 2 > entries.count {
      entries.removeFirst(start)
      start = 0
    }
    return taken
  }
}
