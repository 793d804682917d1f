import Upkeep

extension ManualClock {
  /// Waits until the clock has been advanced by a duration, for a service with simulated delays.
  ///
  ///     let service = ChatService(history: {
  ///       try await clock.sleep(for: .seconds(1))
  ///       return [hello]
  ///     })
  ///
  /// `settle` does not wait for a load or effect that sleeps here. Call the method where the clock
  /// is used.
  ///
  /// - Parameter duration: the time to wait.
  /// - Throws: `CancellationError` if the task is cancelled.
  package nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let item = CurrentWorkItem.reference
    let alarm = deadline(after: duration).alarm {
      // Noted before the task has returned from its suspension.
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
