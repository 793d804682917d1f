/// A token for something that goes on until it is cancelled: an effect, an observation, a binding.
///
///     var tokens: [any CancellableToken] = []
///     tokens.append(updater.keepUpToDate { print(count.value) })
///     tokens.append(count.onChange { print($0) })
///     for token in tokens { token.cancel() }
///
/// Whether dropping one cancels it, too, depends on who owns what it stands for, and is the first line of each
/// type's page: an updater owns its effects and bindings, so dropping their tokens changes nothing; a
/// `ChangeObservation` is owned by whoever keeps it.
public protocol CancellableToken: AnyObject {
  /// Whether it has ended.
  var isCancelled: Bool { get }

  /// Ends it now; inside a `transaction`, with its commit. Cancelling again does nothing.
  ///
  /// An effect never runs again, and its clean-ups run now: after the run, if it is the effect that is running. A
  /// binding ends both ways.
  func cancel()
}

extension EffectToken: CancellableToken {}

extension ObjectBinding: CancellableToken {}

extension ChangeObservation: CancellableToken {}
