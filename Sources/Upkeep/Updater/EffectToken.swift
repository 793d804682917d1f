/// A token for one effect, which cancels it, and makes effects that belong to its run.
///
/// Dropping the token changes nothing: the effect's updater owns it.
public final class EffectToken: GraphEffect {
  /// Whether the effect will never run again.
  public var isCancelled: Bool { isOver }

  /// Ends the effect: it never runs again, and its clean-ups run now.
  ///
  /// If the effect is running, the clean-ups run after the run; inside a `transaction`, the effect
  /// ends with the commit. Cancelling again does nothing.
  ///
  /// - Complexity: O(what it read).
  @_documentation(visibility: internal)
  public func cancel() { list?.cancel(self) }

  /// Calls `cleanUp` once, before the effect's next run or when the effect ends.
  ///
  /// The clean-up added last is called first. On an effect that has ended, it is called at once.
  /// Reads inside are not tracked.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let subscription = open(channel.value)
  ///       effect.onCleanUp { subscription.close() }
  ///     }
  ///
  /// If the clean-up throws, its error is reported as a `Misuse` of the kind `effectFailed`, and
  /// nothing stops.
  ///
  /// - Parameter cleanUp: undoes what this run has set up.
  public func onCleanUp<Failure>(_ cleanUp: @escaping () throws(Failure) -> Void) {
    addCleanUp { [unowned self] in
      do throws(Failure) { try cleanUp() } catch { report(error, to: nil) }
    }
  }

  /// Reports an error of the effect to its handler, or without one to the misuse handler.
  @usableFromInline
  func report<Failure: Error>(_ error: Failure, to onError: ((Failure) -> Void)?) {
    if let onError {
      untracked { onError(error) }
    } else {
      Misuse.report(.effectFailed(effect: label.description, error: error))
    }
  }
}
