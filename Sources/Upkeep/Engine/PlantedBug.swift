/// A mistake that a debug build can be told to make, to see whether the differential test finds it.
///
/// In a release build there is nothing of them.
@usableFromInline
package enum PlantedBug: String, CaseIterable, Sendable {
  // Mistakes of other libraries.

  /// There is no equality cut.
  case equalResultIsChange
  /// The inputs are not cleaned after a flip.
  case untakenBranchStays
  /// A value that returns to its beginning has a new version.
  case revertedValueIsChange
  /// An input that stayed equal hides a later one that changed.
  case secondChangeIsLost
  /// An effect's error ends the round.
  case failureEndsRound
  case cancelledEffectRuns
  /// A flush inside a flush takes what the outer one still had to do.
  case nestedTurnFlushes
  /// An effect that is made inside a transaction runs at once.
  case firstRunIsNotDelayed
  /// An edge that had been detached is not attached again when an effect comes to need its subscriber.
  case observedInputIsNotLinked
  case collectionKeepsRemovedChild
  /// After `untracked` nothing is tracked.
  case untrackedLeaks
  /// After an inner computation nothing is tracked.
  case innerRunUnlinksOuter
  /// The value that a batch ends with is compared with the last value, not with the first.
  case lastValueIsSavepoint
  case effectsRunInAnyOrder
  case unpauseRunsAlways
  /// One edge stays behind with each flip.
  case subscriptionLeaks
  /// Values that nobody needs are computed.
  case unneededIsComputed
  /// A chain is refreshed by recursion.
  case refreshRecurses
  case rollbackForgetsLayerEnding
  case duplicateInputRunsTwice

  // Mistakes made while this one was built.

  case savepointIsNotRestored
  /// Writes of effects wake nobody.
  case secondRoundIsLost
  case effectRunsTwice
  case pausedEffectIsForgotten
  case wallIgnoresItsRule
  case rollbackForgetsValue
  case rollbackForgetsConnection
  case rollbackStartsEffects
  case rollbackCancels
  case rollbackMarksNothing
  case undoneResultKeepsItsInputs
  case confirmedLayerStays
  case advanceStopsShort
  /// A needed node stays needed when its reader goes.
  case needIsRemembered
  /// Leaving a lane does not mark what follows from it.
  case leftLaneIsNotMarked
}

#if DEBUG
  extension PlantedBug {
    /// Makes the mistake on this thread while a body runs.
    ///
    /// - Parameter body: runs with the mistake. It leaves the thread in no good state.
    /// - Returns: what `body` returns.
    package func planted<Result>(_ body: () -> Result) -> Result {
      Context.current.planted = self
      defer { Context.current.planted = nil }
      return body()
    }
  }
#endif

#if DEBUG
  /// Whether a mistake is to be made.
  @usableFromInline
  func planted(_ bug: PlantedBug) -> Bool { Context.current.planted == bug }
#else
  @inlinable @inline(__always)
  func planted(_ bug: PlantedBug) -> Bool { false }
#endif
