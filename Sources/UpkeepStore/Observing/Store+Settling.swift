extension Store {
  /// Waits until nothing is runnable any more: no effect runs but those that wait for the clock,
  /// for a `Gate`, for the next element of a store's streams, or behind another one that does.
  ///
  /// Hooks have heard all that has come by then. An element of a foreign sequence is waited for
  /// from the moment at which the sequence goes on with it until its hook has asked for the next
  /// one; a silent sequence is not waited for. Of a sequence that keeps a thread it cannot be seen
  /// whether it has an element: it is waited for until nothing has happened for a second.
  ///
  /// It cannot be seen that an element is held by a task of the sequence's own, or by an actor with
  /// an executor of its own, nor, before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2, that
  /// it is on its way from another thread. Then wait for what it brings, by a stream that is made
  /// before the element is given:
  ///
  ///     let counts = store.changes(of: \.count)
  ///     var iterator = counts.makeAsyncIterator()
  ///     service.deliver(3)
  ///     while let count = await iterator.next(), count < 3 {}
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
