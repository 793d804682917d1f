/// The listeners for events of one kind, in the order in which they were added.
///
/// To add one and to remove one take the same time with any number of others.
struct Listeners<Event> {
  /// The listeners, and some that have stopped.
  private(set) var all: [Listener<Event>] = []
  private var stoppedCount = 0

  /// Whether nobody listens.
  var isEmpty: Bool { all.count == stoppedCount }

  mutating func add(_ hear: @escaping (Event) -> Void) -> Listener<Event> {
    let listener = Listener(hear)
    all.append(listener)
    return listener
  }

  /// Lets a listener hear no more.
  ///
  /// - Returns: its closure, for the caller to release when all is in order.
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

/// A listener.
final class Listener<Event> {
  /// Nil when it has stopped.
  fileprivate(set) var hear: ((Event) -> Void)?

  fileprivate init(_ hear: @escaping (Event) -> Void) { self.hear = hear }
}
