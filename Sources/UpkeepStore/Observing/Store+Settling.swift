extension Store {
  /// Waits until nothing is runnable any more: no effect runs but those that wait for the clock,
  /// for a `Gate`, for the next element of a store's streams, or behind another one that does.
  ///
  /// Hooks have heard all that has come by then. An element that its sequence is about to hand on from another thread is
  /// waited for, for a second at most; not one that a task of the sequence's own, or an actor with an executor of its own,
  /// has yet to hand on, nor any before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2.
  ///
  ///     store.send(.load)
  ///     await store.settle()              // the effect waits for the clock
  ///     clock.advance(by: .seconds(1))
  ///     await store.settle()              // it has ended
  ///
  /// Nothing else is timed: an effect that waits for something else outside is waited for, however long
  /// it takes.
  public nonisolated(nonsending) func settle() async { await untilIdle() }
}
