/// A feed of a property, made by `feed(_:from:)`: to see how it ends, or to end it.
///
/// Dropping the token changes nothing: the feed's updater owns it.
public final class FeedToken: CancellableToken {
  private let token: EffectToken
  private let state: StoredProperty<FeedStatus>

  init(_ token: EffectToken, _ state: StoredProperty<FeedStatus>) {
    self.token = token
    self.state = state
  }

  /// The state of the feed, as a property.
  public var status: Property<FeedStatus> { state }

  /// Whether the feed has ended, for whatever reason.
  public var isCancelled: Bool { token.isCancelled }

  /// Ends the feed: nothing of what comes is written any more.
  ///
  /// Inside a `transaction`, with its commit.
  @_documentation(visibility: internal)
  public func cancel() { token.cancel() }
}

/// The state of a feed.
public enum FeedStatus: Sendable {
  /// Elements are written when they come.
  case running
  /// The sequence has come to its end.
  case finished
  /// The sequence has thrown an error.
  case failed(any Error)
  /// It was cancelled, by its token or with its updater, or undone with the transaction that began it; one that was dropped
  /// elsewhere leaves `running`.
  case cancelled
}
