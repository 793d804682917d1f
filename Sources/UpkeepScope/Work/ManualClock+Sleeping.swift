import Upkeep

extension ManualClock {
  /// Waits until the clock has been advanced so far: for a service of a test, or of a program that
  /// plays in a time of its own, that takes its time.
  ///
  ///     let service = ChatService(history: {
  ///       try await clock.sleep(for: .seconds(1))
  ///       return [hello]
  ///     })
  ///
  /// `settle` does not wait for a load or an effect that does. It is used where the clock is.
  ///
  /// - Parameter duration: the time by which it is to be later.
  /// - Throws: `CancellationError` if the task is cancelled.
  package nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let item = CurrentWorkItem.reference
    let alarm = deadline(after: duration).alarm {
      // Known before it has come back from wherever it waits.
      item?.parkIfHere(false)
      signal.finish()
    }
    try await CurrentWorkItem.whileParked {
      for await _ in signals {}
      withExtendedLifetime(alarm) {}
      try Task.checkCancellation()
    }
  }
}
