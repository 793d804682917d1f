/// The reason why there is no value, where that is no error of the program's own.
public enum LoadError: Error, Equatable {
  /// No value has come yet: thrown by `Loadable.get()`.
  ///
  /// A resource that throws it is loading.
  case stillLoading

  /// A load took longer than its `timeout`.
  case timedOut(after: Duration)

  /// A sequence has ended, or a list was empty, without any value.
  case endedWithoutValue
}
