public import UpkeepScope

extension Scope {
  /// Waits until no load and no read of a saved value is running.
  ///
  /// Some loads do not count: loads that wait for a clock, for a `Gate`, for another such load, or
  /// for the next element of a sequence that has had one.
  ///
  ///     scope[Posts.post(7)]           // begins to load
  ///     await scope.settle()
  ///     #expect(scope[Posts.post(7)].value == "seven")
  ///
  /// An element of a sequence may be on its way from another thread. The method waits for such an
  /// element as `Store.settle()` does, and gives up if nothing happens for a second. The method
  /// waits for any other load without a time limit.
  public nonisolated(nonsending) func settle() async { await untilIdle() }
}
