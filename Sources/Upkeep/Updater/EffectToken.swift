/// One effect, to cancel it alone, and the handle through which its closure makes effects that
/// belong to its run.
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
  public func onCleanUp<Failure>(_ cleanUp: @escaping () throws(Failure) -> Void) {
    addCleanUp { [unowned self] in
      do throws(Failure) { try cleanUp() } catch { report(error, to: nil) }
    }
  }

  /// Tells of an error of the effect: to its handler, or without one to the misuse handler.
  @usableFromInline
  func report<Failure: Error>(_ error: Failure, to onError: ((Failure) -> Void)?) {
    if let onError {
      untracked { onError(error) }
    } else {
      Misuse.report(.effectFailed(effect: label.description, error: error))
    }
  }
}
