import UpkeepThread

/// A task, or a thread outside tasks, that runs without an isolation.
///
/// A task moves from thread to thread with its graphs.
enum Place: Hashable {
  case task(Int)
  case thread(ContextRef)

  static func current(_ context: ContextRef) -> Place {
    withUnsafeCurrentTask { $0.map { .task($0.hashValue) } } ?? .thread(context)
  }
}

// SAFETY: `waiting` and `limit` are touched only while `upkeep_lock` is held, `count` only by
// atomic operations.
/// Computations without an owner whose models were about to change, kept until the next turn in
/// their place.
///
/// An owner has its own inbox for such announcements.
final class PlaceInboxes: @unchecked Sendable {
  static let shared = PlaceInboxes()

  private var waiting: [(place: Place, reads: ModelReads)] = []
  /// The number of computations above which ended ones are removed.
  private var limit = 16
  private let count = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  private init() { count.initialize(to: 0) }

  var isEmpty: Bool { upkeep_number_load(count) == 0 }

  func post(_ reads: ModelReads, in place: Place) {
    let isFull = withWaiting { waiting in
      waiting.append((place, reads))
      return waiting.count > limit
    }
    upkeep_count_deferral()
    if isFull { forgetGone() }
  }

  /// Opens the announcements of the current place, at the beginning of a turn.
  func open(_ context: ContextRef) {
    if isEmpty { return }
    let place = Place.current(context)
    let found = withWaiting { waiting in
      let found = waiting.filter { $0.place == place }
      if !found.isEmpty { waiting.removeAll { $0.place == place } }
      return found
    }
    for (_, reads) in found { reads.open(context) }
  }

  /// Called when a turn begins that leaves the announcements of its place to a later turn.
  func wait(_ context: ContextRef) {
    if isEmpty { return }
    for (_, reads) in withWaiting({ $0 }) { reads.wait(context) }
  }

  /// Removes the announcements of computations that have ended.
  private func forgetGone() {
    // Not under the lock, because `living` may release the last reference to a property.
    let gone = Set(
      withWaiting { $0 }.filter { $0.reads.living == nil }.map { ObjectIdentifier($0.reads) })
    let dropped = withWaiting { waiting in
      let all = waiting
      waiting.removeAll { gone.contains(ObjectIdentifier($0.reads)) }
      limit = max(16, waiting.count * 2)
      return all
    }
    withExtendedLifetime(dropped) {}
  }

  private func withWaiting<Result>(
    _ body: (inout [(place: Place, reads: ModelReads)]) -> Result
  ) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    defer { upkeep_number_store(count, UInt32(waiting.count)) }
    return body(&waiting)
  }
}
