/// A token that names an effect of an updater; dropping it does not end the effect.
///
/// The updater owns the effect. The token cancels it, and makes effects that belong to its run.
public class EffectToken: GraphEffect, CustomStringConvertible {
  /// Whether the effect will never run again.
  public final var isCancelled: Bool { isOver }

  /// The kind of token, and the name of the effect with the place where it was made.
  public final var description: String { "\(type(of: self)) \(label)" }

  /// Ends the effect: it never runs again, and its clean-ups run now.
  ///
  /// If the effect is running, the clean-ups run after the run; inside a `transaction`, the effect
  /// ends with the commit. Cancelling again does nothing.
  ///
  /// - Complexity: O(properties that the effect has read).
  public final func cancel() { list?.cancel(self) }

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
  public final func onCleanUp<Failure>(_ cleanUp: @escaping () throws(Failure) -> Void) {
    addCleanUp { [unowned self] in
      do throws(Failure) { try cleanUp() } catch { report(error, to: nil) }
    }
  }

  /// Reports an error of the effect to its handler, or without one to the misuse handler.
  @usableFromInline
  final func report<Failure: Error>(_ error: Failure, to onError: ((Failure) -> Void)?) {
    if let onError {
      untracked { onError(error) }
    } else {
      Misuse.report(.effectFailed(effect: label.description, error: error))
    }
  }
}
