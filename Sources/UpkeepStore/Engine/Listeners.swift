/// The listeners for events of one kind, in the order in which they were added.
///
/// - Complexity: Adding and removing a listener take O(1), amortized.
struct Listeners<Event> {
  /// The active listeners, and some that were removed.
  private(set) var all: [Listener<Event>] = []
  private var stoppedCount = 0

  /// Whether there are no active listeners.
  var isEmpty: Bool { all.count == stoppedCount }

  mutating func add(_ hear: @escaping (Event) -> Void) -> Listener<Event> {
    let listener = Listener(hear)
    all.append(listener)
    return listener
  }

  /// Removes a listener.
  ///
  /// - Returns: The listener's closure, to be released when the caller's state is consistent.
  mutating func remove(_ listener: Listener<Event>) -> ((Event) -> Void)? {
    guard let hear = listener.hear else { return nil }
    listener.hear = nil
    stoppedCount += 1
    if stoppedCount > all.count / 2 {
      all.removeAll { $0.hear == nil }
      stoppedCount = 0
    }
    return hear
  }
}

/// A registered closure.
final class Listener<Event> {
  /// The closure; nil after removal.
  fileprivate(set) var hear: ((Event) -> Void)?

  fileprivate init(_ hear: @escaping (Event) -> Void) { self.hear = hear }
}
