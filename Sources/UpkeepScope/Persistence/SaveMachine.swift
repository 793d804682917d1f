/// The state of the saving of one value: decisions without effects.
///
///     idle --change--> pending --begin--> saving --end: saved--> idle
///                         ^                  |
///                         |             end: failed
///                         |                  v
///                         +----change---- failed
///
/// A change while one is saved is the next to be saved; of several the last is.
struct SaveMachine<Payload> {
  enum State {
    case idle
    case pending(Payload)
    case saving(Payload, next: Payload?)
    /// Kept, and tried again with the next change.
    case failed(Payload, any Error)
  }

  private(set) var state = State.idle
  /// The number of changes.
  private(set) var changeCount = 0
  /// The number of them that are saved, replaced by a later one, or have failed.
  private(set) var settledCount = 0
  /// The number of them that are saved, or replaced by one that is.
  private(set) var savedCount = 0
  private var countWhenBegun = 0
  /// Of failures in a row only the first is told.
  private var wasFailureTold = false

  var isIdle: Bool { if case .idle = state { true } else { false } }

  var isPending: Bool { if case .pending = state { true } else { false } }

  /// The newest value that is not saved, if there is one.
  var newest: Payload? {
    switch state {
    case .idle: nil
    case .pending(let payload), .saving(let payload, next: nil), .failed(let payload, _): payload
    case .saving(_, let next): next
    }
  }

  /// The one of which the saving is still to be begun; a change takes its place.
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

  /// There is another value to save.
  ///
  /// - Returns: the one that is not saved any more.
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

  /// Somebody begins to save.
  ///
  /// - Parameter isLast: no change is to come: a failed one is tried once more.
  /// - Returns: the payload to save now; nil if there is none.
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

  /// The save that was begun has ended.
  ///
  /// - Parameter error: the reason why it failed, nil if it is saved.
  /// - Returns: whether that it failed is to be told.
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
