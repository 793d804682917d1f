/// A token for a feed of a property, made by `feed(_:from:)`, which shows and cancels the feed.
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

  /// Whether the feed has ended, for any reason.
  public var isCancelled: Bool { token.isCancelled }

  /// Ends the feed: later elements are not written.
  ///
  /// Inside a `transaction`, it ends with the commit.
  @_documentation(visibility: internal)
  public func cancel() { token.cancel() }
}

/// The state of a feed.
public enum FeedStatus: Sendable {
  /// Elements are written when they come.
  case running
  /// The sequence has ended.
  case finished
  /// The sequence has thrown an error.
  case failed(any Error)
  /// The feed was cancelled by its token or updater, or by a rollback of its transaction.
  ///
  /// A feed whose updater was dropped elsewhere stays `running`.
  case cancelled
}
