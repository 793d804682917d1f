import UpkeepThread

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
  ///
  /// That is said before the drop returns, so nothing has to be asked in a program in which no
  /// release was ever deferred.
  @inline(__always)
  var isAbandonedEffect: Bool {
    upkeep_deferrals_posted() != 0 && flags.contains(.effect) && withEffect { $0.isAbandoned }
  }

  /// An effect's place in the order of creation.
  var order: UInt64 {
    get { version.number }
    nonmutating set { version = Version(number: newValue) }
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
