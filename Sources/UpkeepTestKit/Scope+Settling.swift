public import UpkeepScope

extension Scope {
  /// Waits until no load is running.
  ///
  /// Some loads do not count: loads that wait for a clock, for a `Gate`, for another such load, or
  /// for the next element of a sequence that has had one.
  ///
  ///     scope[Posts.post(7)]           // begins to load
  ///     await scope.settle()
  ///     #expect(scope[Posts.post(7)].value == "seven")
  ///
  /// An element of a sequence may be on its way from another thread: this method waits for it as
  /// `Store.settle()` does. Nothing else has a time limit: the method waits for any other load,
  /// however long the load takes.
  public nonisolated(nonsending) func settle() async { await untilIdle() }
}
