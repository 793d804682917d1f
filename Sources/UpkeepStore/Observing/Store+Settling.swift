extension Store {
  /// Waits until nothing is runnable any more: no effect runs but those that wait for the clock,
  /// for a `Gate`, for the next element of a store's streams, or behind another one that does.
  ///
  /// Hooks have heard all that has come by then, unless a sequence keeps its thread for more than a second while it
  /// waits, or, before macOS 15 and its siblings, an element is still on another thread.
  ///
  ///     store.send(.load)
  ///     await store.settle()              // the effect waits for the clock
  ///     clock.advance(by: .seconds(1))
  ///     await store.settle()              // it has ended
  ///
  /// Nothing is timed: an effect that waits for something else outside is waited for, however long
  /// it takes.
  public nonisolated(nonsending) func settle() async { await untilIdle() }
}
