import UpkeepThread

extension Node.Flags {
  /// An effect of a paused updater.
  static var paused: Self { Self(rawValue: 1 << 13) }
  /// An effect that has not been checked since its updater was unpaused.
  static var catchingUp: Self { Self(rawValue: 1 << 14) }
  /// An effect with clean-ups to run.
  static var hasCleanUps: Self { Self(rawValue: 1 << 24) }
}

// Nodes of effects.
extension NodeRef {
  /// Calls a closure with the effect that the node belongs to; the node must be an effect's.
  func withEffect<Result>(_ body: (GraphEffect) -> Result) -> Result {
    // SAFETY: the object of an effect's node is a `GraphEffect`. The effect's list retains it; once
    // the effect has ended, its node retains it until `free` at the end of the turn.
    object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: GraphEffect.self))
    }
  }

  /// Whether the node is an effect whose updater was released off its owner.
  var isAbandonedEffect: Bool {
    upkeep_deferrals_posted() != 0 && flags.contains(.effect) && withEffect { $0.isAbandoned }
  }

  // MARK: - The list of an updater

  // SAFETY: an effect is no node's input, and other code reads both fields only of inputs, so they
  // are free. Handles are single pointers, so a bit cast does not change them.
  /// The previous effect in the list of the same updater.
  var previousEffect: NodeRef? {
    get { unsafeBitCast(recentEdge, to: NodeRef?.self) }
    nonmutating set { recentEdge = unsafeBitCast(newValue, to: EdgeRef?.self) }
  }

  // SAFETY: as above.
  /// The next effect in the list of the same updater.
  var nextEffect: NodeRef? {
    get { unsafeBitCast(lastSubscriber, to: NodeRef?.self) }
    nonmutating set { lastSubscriber = unsafeBitCast(newValue, to: EdgeRef?.self) }
  }
}
