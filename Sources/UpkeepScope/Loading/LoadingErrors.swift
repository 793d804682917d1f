/// There is no value yet: thrown by `Loadable.get()`.
///
/// A resource that throws it is loading.
public struct StillLoading: Error, Equatable {
  /// Makes one.
  public init() {}
}

/// A sequence has ended, or a list was empty, without any value.
public struct EndedWithoutValue: Error, Equatable {
  /// Makes one.
  package init() {}
}

/// A load took longer than its `timeout`.
public struct TimedOut: Error, Equatable {
  /// The time that it was given.
  public let duration: Duration

  /// Makes one.
  ///
  /// - Parameter duration: the time that it was given.
  public init(duration: Duration) { self.duration = duration }
}
