/// The changes of its source that a throttled property shows.
public enum ThrottleEdges: Sendable, Hashable, CaseIterable {
  /// The first one at once, and those that follow within the interval not at all.
  ///
  /// A value that was passed over shows neither at the end of the interval nor later: the next change after the end
  /// does, at once.
  case leading

  /// At the end of the interval that the first one begins, the value of that moment.
  case trailing

  /// The first one at once, and at the end of the interval the value of that moment, if it is another one.
  case both
}
