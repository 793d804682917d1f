/// A token that names a feed of an updater; dropping it does not end the feed.
///
/// `feed(_:from:)` makes it. Once it is cancelled, no more elements are written.
public final class FeedToken: EffectToken {
  private let state: StoredProperty<FeedStatus>

  init(_ label: Label, in list: EffectList, _ state: StoredProperty<FeedStatus>) {
    self.state = state
    super.init(.declared, label, in: list)
  }

  /// The state of the feed, as a property.
  public var status: Property<FeedStatus> { state }
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

  /// Whether the feed goes on.
  public var isRunning: Bool {
    if case .running = self { true } else { false }
  }
}
