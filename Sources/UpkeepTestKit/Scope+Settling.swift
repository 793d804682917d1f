public import UpkeepScope

extension Scope {
  /// Waits until nothing is runnable any more: no load is under way but those that wait for a
  /// clock, for a `Gate`, for another load that does, or for the next element of a sequence that
  /// has had one.
  ///
  ///     scope[Posts.post(7)]           // begins to load
  ///     await scope.settle()
  ///     #expect(scope[Posts.post(7)].value == "seven")
  ///
  /// An element of a sequence that is on its way from another thread is waited for as by
  /// `Store.settle()`. Nothing else is timed: a load that waits for something else outside is
  /// waited for, however long it takes.
  public nonisolated(nonsending) func settle() async { await untilIdle() }
}
