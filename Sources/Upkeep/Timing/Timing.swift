/// The ways in which a `TimedProperty` follows its source.
enum Timing {
  /// Shows a value that has been the same for the duration.
  case debounced
  /// Changes at most once in the duration.
  case throttled(ThrottleEdges)
  /// Shows each change after the duration.
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
