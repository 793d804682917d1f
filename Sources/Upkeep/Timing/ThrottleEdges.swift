/// The changes of its source that a throttled property shows.
public enum ThrottleEdges: Sendable, Hashable, CaseIterable {
  /// The first change, at once; later changes within the interval are skipped.
  ///
  /// A skipped value shows neither at the end of the interval nor later. The next change after the
  /// end shows at once.
  case leading

  /// The value at the end of the interval, which the first change begins.
  case trailing

  /// The first change, at once, and the value at the end of the interval, if it differs.
  case both
}
