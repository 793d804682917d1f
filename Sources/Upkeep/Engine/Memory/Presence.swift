#if DEBUG
  import UpkeepThread

  // A debug build finds two threads in one graph. A node notes the visit in which a thread has used
  // it last. If another thread uses the node while that visit lasts, the program stops.

  /// Tells other threads whether a thread has a turn, a refresh or an edit open.
  @usableFromInline
  struct Presence: Equatable {
    // SAFETY: never freed, and touched only by atomic operations.
    /// The number of openings and closings: odd while something is open.
    private let count: UnsafeMutablePointer<UInt64>

    // SAFETY: initialized once, and never freed.
    private nonisolated(unsafe) static let mutex = upkeep_mutex_make()
    // SAFETY: touched only while `mutex` is locked.
    /// The presences of threads that have ended, for new threads.
    private nonisolated(unsafe) static var spare: [Presence] = []

    /// Returns the presence of a thread, to be given back when the thread ends.
    static func take() -> Presence {
      upkeep_mutex_lock(mutex)
      defer { upkeep_mutex_unlock(mutex) }
      return spare.popLast() ?? Presence()
    }

    private init() {
      count = .allocate(capacity: 1)
      count.initialize(to: 0)
    }

    func giveBack() {
      close()
      upkeep_mutex_lock(Self.mutex)
      defer { upkeep_mutex_unlock(Self.mutex) }
      Self.spare.append(self)
    }

    /// The number of the open visit; nil if nothing is open.
    var visit: UInt64? {
      let now = upkeep_word_load(count)
      return now & 1 == 1 ? now : nil
    }

    func open() { advance(if: visit == nil) }
    func close() { advance(if: visit != nil) }

    /// Notes a visit of this thread in place of the last visit.
    ///
    /// - Returns: false if the last visit is another thread's, and lasts.
    func note(in last: inout Visit?) -> Bool {
      if let last, last.presence != self, last.presence.visit == last.number { return false }
      if let visit { last = Visit(presence: self, number: visit) }
      return true
    }

    private func advance(if isDue: Bool) {
      if !isDue { return }
      let now = upkeep_word_load(count)
      _ = upkeep_word_advance(count, now, now + 1)
    }
  }

  /// The part of a thread's work in which it has used a node.
  struct Visit {
    let presence: Presence
    let number: UInt64
  }
#endif
