/// An observation made by `onChange`; dropping it ends the observation.
public final class ChangeObservation {
  private let updater: Updater
  private let token: EffectToken

  init(_ updater: Updater, _ token: EffectToken) {
    self.updater = updater
    self.token = token
  }

  /// Whether the observation has ended.
  public var isCancelled: Bool { token.isCancelled }

  /// Ends the observation now; inside a `transaction`, with its commit.
  public func cancel() { token.cancel() }
}
