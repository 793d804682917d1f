import Upkeep

/// A handle of the effects that a `send` has caused, to wait for them or to cancel them.
///
///     let loading = store.send(.load)   // the state has changed; effects have yet to begin
///     await loading.finish()            // now they have ended
///
/// The task need not be kept.
public struct StoreTask {
  private let handle: Handle?
  private var run: Run? { handle?.run }

  init(run: Run?) { handle = run.map { Handle($0) } }

  /// Whether everything that the actions caused is over.
  ///
  /// True immediately if the actions had no effect.
  public var isFinished: Bool { run?.isOver ?? true }

  /// Whether the effects were cancelled: by a task, by a policy, or with the store.
  public var isCancelled: Bool { run?.isCancelled ?? false }

  /// Waits until all effects of the actions are over, and everything that the effects caused.
  ///
  /// Returns immediately if there are none. Cancelled effects are over.
  public nonisolated(nonsending) func finish() async { await run?.untilOver() }

  /// Cancels all effects of the actions, and everything that the effects caused.
  ///
  /// From now on, the effects cannot change the store. Inside a transaction, the effects are
  /// cancelled when the transaction commits.
  public func cancel() { if let run { Turn.afterCommit { run.cancel() } } }
}

/// Marks a run as held while a task refers to it.
private final class Handle {
  let run: Run

  init(_ run: Run) {
    self.run = run
    run.isHeld = true
  }

  deinit { run.isHeld = false }
}
