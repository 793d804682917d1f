/// One run of a resource's closure.
final class Run {
  let key: Key
  let variant: Int
  let began: Int
  let beganAt: Duration
  var inputs: [(definition: Int, seen: Seen, isAwaited: Bool)] = []
  /// The resource that the run awaited without a result.
  var awaited: Int?
  var outcome: Seen?
  /// Whether the run was superseded before its end: an earlier run may have read more.
  var wasCancelled: Bool {
    if case .loadable(_, "CancellationError()", _)? = outcome { true } else { outcome == nil }
  }
  /// Whether the run has ended with a result: it waits for no value, and was not superseded.
  var isOver: Bool {
    if case .loadable(_, _, true)? = outcome { false } else { outcome != nil && !wasCancelled }
  }
  /// Whether an input has changed since the run read it.
  var hasChanged = false
  /// The time at which the change was first noticed.
  var changedAt: Duration?

  init(_ key: Key, _ variant: Int, _ began: Int, _ beganAt: Duration) {
    self.key = key
    self.variant = variant
    self.began = began
    self.beganAt = beganAt
  }
}

/// A definition in the scope that owns its value.
struct Key: Hashable {
  let scope: Int
  let definition: Int
}
