import Upkeep

/// The effects that a `send` has caused: waits for them, or cancels them.
///
///     let loading = store.send(.load)   // the state has changed; effects have yet to begin
///     await loading.finish()            // now they have ended
///
/// It need not be kept.
public struct StoreTask {
  private let handle: Handle?
  private var run: Run? { handle?.run }

  init(run: Run?) { handle = run.map { Handle($0) } }

  /// Whether all that was caused is over.
  ///
  /// It is at once where no effect was.
  public var isFinished: Bool { run?.isOver ?? true }

  /// Whether it was cancelled: by its handle, by its policy, or with the store.
  public var isCancelled: Bool { run?.isCancelled ?? false }

  /// Waits until all effects that the actions have caused are over, with all that these have
  /// caused: at once if there are none.
  ///
  /// Cancelled ones are over.
  public nonisolated(nonsending) func finish() async { await run?.untilOver() }

  /// Cancels all effects that the actions have caused, with all that these have caused.
  ///
  /// From now on they change nothing. Inside a transaction that is when it is committed.
  public func cancel() { if let run { Turn.afterCommit { run.cancel() } } }
}

/// Says that somebody can ask for a run.
private final class Handle {
  let run: Run

  init(_ run: Run) {
    self.run = run
    run.isHeld = true
  }

  deinit { run.isHeld = false }
}
