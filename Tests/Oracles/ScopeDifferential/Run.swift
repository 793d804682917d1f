/// One run of a resource's closure.
final class Run {
  let key: Key
  let variant: Int
  let began: Int
  let beganAt: Duration
  var inputs: [(definition: Int, seen: Seen, isAwaited: Bool)] = []
  /// The resource that it has waited for, and has not got.
  var awaited: Int?
  var outcome: Seen?
  /// It was superseded before its end: an earlier one may have read more.
  var wasCancelled: Bool {
    if case .loadable(_, "CancellationError()", _)? = outcome { true } else { outcome == nil }
  }
  /// It has ended, and not in order to wait for a value.
  var isOver: Bool {
    if case .loadable(_, _, true)? = outcome { false } else { outcome != nil && !wasCancelled }
  }
  /// An input has been something else since it was read.
  var hasChanged = false
  /// The time at which that was seen first.
  var changedAt: Duration?

  init(_ key: Key, _ variant: Int, _ began: Int, _ beganAt: Duration) {
    self.key = key
    self.variant = variant
    self.began = began
    self.beganAt = beganAt
  }
}

/// A definition in the scope that owns what stands for it.
struct Key: Hashable {
  let scope: Int
  let definition: Int
}
