extension Store {
  /// Waits until nothing goes on by itself any more: no effect runs but those that wait for the clock, for a `Gate`, for the
  /// next of what a store tells, or behind another one that does. What has come for hooks by then was heard.
  ///
  ///     store.send(.load)
  ///     await store.settle()              // the effect waits for the clock
  ///     clock.advance(by: .seconds(1))
  ///     await store.settle()              // it has ended
  ///
  /// Nothing is timed: an effect that waits for something else outside is waited for, however long it takes.
  public nonisolated(nonsending) func settle() async { await untilQuiet() }
}
