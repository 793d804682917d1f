/// The reason for a missing value, if it is not an error of the program.
public enum LoadError: Error, Equatable {
  /// There is no value yet; `Loadable.get()` throws this error.
  ///
  /// A resource whose closure throws it is loading.
  case stillLoading

  /// A load took longer than its `timeout`.
  case timedOut(after: Duration)

  /// A sequence ended, or a list was empty, without a value.
  case endedWithoutValue
}
