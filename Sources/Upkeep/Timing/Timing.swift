/// The ways in which a `TimedProperty` follows its source.
enum Timing {
  /// It shows what has been the same for the duration.
  case debounced
  /// It changes at most once in the duration.
  case throttled(ThrottleEdges)
  /// It shows each change the duration later.
  case delayed

  /// Whether a change shows at once while no interval runs.
  var showsFirst: Bool {
    if case .throttled(let edges) = self { edges != .trailing } else { false }
  }

  /// Whether a change that does not show at once shows later.
  var showsLater: Bool {
    if case .throttled(.leading) = self { false } else { true }
  }
}
