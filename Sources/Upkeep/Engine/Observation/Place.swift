import UpkeepThread

/// A place that no isolation owns: a task, or a thread where none runs.
///
/// A task goes from thread to thread, and takes its graphs along.
enum Place: Hashable {
  case task(Int)
  case thread(ContextRef)

  static func current(_ context: ContextRef) -> Place {
    withUnsafeCurrentTask { $0.map { .task($0.hashValue) } } ?? .thread(context)
  }
}

// SAFETY: `waiting` and `limit` are touched only while `upkeep_lock` is held, `count` only by atomic operations.
/// Computations without an owner whose models have been about to change, until the next turn where they belong.
///
/// An owner has an inbox of its own for these.
final class PlaceInboxes: @unchecked Sendable {
  static let shared = PlaceInboxes()

  private var waiting: [(place: Place, reads: ModelReads)] = []
  /// The number from which on those are looked for that are gone.
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

  /// Begins a turn with those that belong to where it is.
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

  /// Called when a turn begins that leaves those of its place to a later one.
  func wait(_ context: ContextRef) {
    if isEmpty { return }
    for (_, reads) in withWaiting({ $0 }) { reads.wait(context) }
  }

  /// What is gone is never opened.
  private func forgetGone() {
    // Not under the lock: the last reference to a property may be dropped here.
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
