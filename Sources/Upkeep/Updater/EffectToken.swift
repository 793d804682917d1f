/// One effect, to cancel it alone.
///
/// Dropping the token changes nothing: the effect's updater owns it.
public final class EffectToken: GraphEffect {
  /// Whether the effect will never run again.
  public var isCancelled: Bool { isOver }

  /// Ends the effect: it never runs again, and its clean-ups run now (after the run, if it is the
  /// effect that is running; inside a `transaction`, with its commit).
  ///
  /// Cancelling again does nothing.
  ///
  /// - Complexity: O(what it read).
  @_documentation(visibility: internal)
  public func cancel() { list?.cancel(self) }

  /// Adds a clean-up that cannot fail.
  ///
  /// - Parameter cleanUp: undoes what this run has set up.
  @_documentation(visibility: internal)
  public func onCleanUp(_ cleanUp: @escaping () -> Void) { addCleanUp(cleanUp) }

  // Beside it, as everywhere in this folder: the same for what cannot throw, without the cost of what can.
  /// Has `cleanUp` called before the effect's next run, or when it ends.
  ///
  /// The last one added is called first; one that is added to an effect that has ended is called at
  /// once. Reads inside are not tracked.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let subscription = open(channel.value)
  ///       effect.onCleanUp { subscription.close() }
  ///     }
  ///
  /// It may fail: its error is reported as `Misuse.effectFailed`, and stops nothing.
  ///
  /// - Parameter cleanUp: undoes what this run has set up.
  public func onCleanUp(_ cleanUp: @escaping () throws -> Void) {
    onCleanUp { [unowned self] in attempt(nil, cleanUp) }
  }

  /// Runs a part of the effect and reports its error.
  @usableFromInline
  func attempt(_ onError: ((any Error) -> Void)?, _ body: () throws -> Void) {
    do { try body() } catch { report(error, to: onError) }
  }

  func report<Failure: Error>(_ error: Failure, to onError: ((Failure) -> Void)?) {
    if planted(.failureEndsRound) { Context.current.queue.removeAll() }
    if let onError {
      untracked { onError(error) }
    } else {
      Misuse.report(.effectFailed(effect: label.description, error: error))
    }
  }
}
