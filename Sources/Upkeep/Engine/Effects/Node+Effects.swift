import UpkeepThread

extension Node.Flags {
  /// An effect of a paused updater.
  static var paused: Self { Self(rawValue: 1 << 13) }
  /// An effect whose updater was unpaused, before its first check since.
  static var catchingUp: Self { Self(rawValue: 1 << 14) }
  /// An effect with clean-ups to run.
  static var hasCleanUps: Self { Self(rawValue: 1 << 24) }
}

// The nodes of effects.
extension NodeRef {
  /// Reaches the effect of a node that is one's.
  func withEffect<Result>(_ body: (GraphEffect) -> Result) -> Result {
    // SAFETY: an effect's object is a `GraphEffect`. Its list retains it, and from its end on its node does, until `free`
    // at the end of the turn.
    object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: GraphEffect.self))
    }
  }

  /// Whether it is an effect whose updater was dropped where its owner did not verifiably run.
  var isAbandonedEffect: Bool {
    upkeep_deferrals_posted() != 0 && flags.contains(.effect) && withEffect { $0.isAbandoned }
  }

  // MARK: - The list of an updater

  // SAFETY: an effect is nobody's input, so the two fields are free, and what else asks for one asks an input. Handles
  // are single pointers, and these are looked at as what they are.
  /// The effect that was made before this one for the same updater, and has not ended.
  var previousEffect: NodeRef? {
    get { unsafeBitCast(recentEdge, to: NodeRef?.self) }
    nonmutating set { recentEdge = unsafeBitCast(newValue, to: EdgeRef?.self) }
  }

  // SAFETY: as above.
  /// The effect that was made after this one for the same updater, and has not ended.
  var nextEffect: NodeRef? {
    get { unsafeBitCast(lastSubscriber, to: NodeRef?.self) }
    nonmutating set { lastSubscriber = unsafeBitCast(newValue, to: EdgeRef?.self) }
  }
}
