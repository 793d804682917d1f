import UpkeepScope

extension Store {
  /// Waits until no effect can continue by itself.
  ///
  /// Effects that wait for the clock, for a `Gate`, for the next element of a store's stream, or
  /// for another waiting effect, do not count. The function waits, without a time limit, for an
  /// effect that waits for anything else outside the store.
  ///
  ///     store.send(.load)
  ///     await store.settle()              // the effect waits for the clock
  ///     clock.advance(by: .seconds(1))
  ///     await store.settle()              // it has ended
  ///
  /// When the function returns, hooks have received all values. If a hook follows another
  /// asynchronous sequence, the wait for an element begins when the sequence resumes with the
  /// element, and ends when the hook has requested the next one. The function does not wait for a
  /// silent sequence. For a sequence that occupies a thread, it is unknown whether an element is on
  /// its way: the function waits until nothing has happened for a second.
  ///
  /// The function does not notice an element that a task of the sequence, or an actor with its own
  /// executor, holds. Before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2, it does not
  /// notice an element that comes from another thread. In these cases, wait for the result of the
  /// element, with a stream that you make before the element is delivered:
  ///
  ///     let counts = store.changes(of: \.count)
  ///     var iterator = counts.makeAsyncIterator()
  ///     service.deliver(3)
  ///     while let count = await iterator.next(), count < 3 {}
  public nonisolated(nonsending) func settle() async {
    await source.engine.pendingWork.untilIdle()
  }
}
