/// The state machine of saving one value: decisions without effects.
///
///     idle --change--> pending --begin--> saving --end: saved--> idle
///                         ^                  |
///                         |             end: failed
///                         |                  v
///                         +----change---- failed
///
/// A change during a save is saved next; later changes replace it.
struct SaveMachine<Payload> {
  enum State {
    case idle
    case pending(Payload)
    case saving(Payload, next: Payload?)
    /// The save has failed; the value is kept, and tried again at the next change.
    case failed(Payload, any Error)
  }

  private(set) var state = State.idle
  /// The number of changes.
  private(set) var changeCount = 0
  /// The number of changes that are saved, replaced by a later one, or failed.
  private(set) var settledCount = 0
  /// The number of changes that are saved or replaced by a saved one.
  private(set) var savedCount = 0
  private var countWhenBegun = 0
  /// Whether a failure was reported; only the first of consecutive failures is reported.
  private var wasFailureTold = false

  var isIdle: Bool { if case .idle = state { true } else { false } }

  var isPending: Bool { if case .pending = state { true } else { false } }

  /// The newest unsaved value, if any.
  var newest: Payload? {
    switch state {
    case .idle: nil
    case .pending(let payload), .saving(let payload, next: nil), .failed(let payload, _): payload
    case .saving(_, let next): next
    }
  }

  /// The value whose save has not begun, if any; a change replaces it.
  var next: Payload? {
    switch state {
    case .idle: nil
    case .pending(let payload), .failed(let payload, _): payload
    case .saving(_, let next): next
    }
  }

  var failure: (any Error)? {
    if case .failed(_, let error) = state { error } else { nil }
  }

  /// Notes a new value to save.
  ///
  /// - Returns: the unsaved value that it replaces, if any.
  mutating func change(to payload: Payload) -> Payload? {
    changeCount += 1
    switch state {
    case .idle:
      state = .pending(payload)
      return nil
    case .pending(let old), .failed(let old, _):
      state = .pending(payload)
      return old
    case .saving(let current, let old):
      state = .saving(current, next: payload)
      return old
    }
  }

  /// Begins a save.
  ///
  /// - Parameter isLast: whether no change will follow, so that a failed save is tried once more.
  /// - Returns: the value to save now; nil if there is none.
  mutating func begin(isLast: Bool) -> Payload? {
    switch state {
    case .failed(let payload, _) where isLast: return begin(payload)
    case .pending(let payload): return begin(payload)
    default: return nil
    }
  }

  private mutating func begin(_ payload: Payload) -> Payload {
    state = .saving(payload, next: nil)
    countWhenBegun = changeCount
    return payload
  }

  /// Ends the save.
  ///
  /// - Parameter error: the reason for a failure; nil if the value is saved.
  /// - Returns: whether to report the failure.
  mutating func end(_ error: (any Error)?) -> Bool {
    guard case .saving(let payload, let next) = state else { return false }
    if let next {
      state = .pending(next)
    } else if let error {
      state = .failed(payload, error)
    } else {
      state = .idle
    }
    if error == nil { savedCount = countWhenBegun }
    if error == nil || next == nil { settledCount = countWhenBegun }
    let isTold = error != nil && !wasFailureTold
    wasFailureTold = error != nil
    return isTold
  }
}
