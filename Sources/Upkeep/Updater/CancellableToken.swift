/// A token that cancels something that goes on: an effect, an observation, a binding.
///
///     var tokens: [any CancellableToken] = []
///     tokens.append(updater.keepUpToDate { print(count.value) })
///     tokens.append(count.onChange { print($0) })
///     for token in tokens { token.cancel() }
///
/// Whether dropping a token cancels, too, depends on its owner; each type's page says so first. An
/// updater owns its effects and bindings, so dropping their tokens changes nothing. The holder of a
/// `ChangeObservation` owns it, so dropping it ends the observation.
public protocol CancellableToken: AnyObject {
  /// Whether the effect, observation or binding has ended.
  var isCancelled: Bool { get }

  /// Ends it now; inside a `transaction`, with the commit.
  ///
  /// An effect never runs again, and its clean-ups run now, or after the run if the effect is
  /// running. A binding ends both ways. Cancelling again does nothing.
  func cancel()
}

extension EffectToken: CancellableToken {}

extension ObjectBinding: CancellableToken {}

extension ChangeObservation: CancellableToken {}
