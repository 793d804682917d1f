/// A mistake that a debug build can be told to make, to see whether the differential test finds it. In a release
/// build there is nothing of them.
package enum PlantedBug: String, CaseIterable, Sendable {
  case equalResultIsChange
  case untakenBranchStays
  case revertedValueIsChange
  case lastValueIsStart
  case startIsNotRestored
  case secondChangeIsLost
  case cancelledEffectRuns
  case effectsRunInAnyOrder
  case effectRunsTwice
  case observedInputIsNotLinked
  case pausedEffectIsForgotten
  case unpauseRunsAlways
  case collectionKeepsRemovedChild
  case wallIgnoresItsRule
  case rollbackForgetsValue
  case rollbackForgetsConnection
  case rollbackForgetsLayerEnding
  case rollbackStartsEffects
  case rollbackCancels
  case rollbackMarksNothing
  case restoredResultIsTrustedOn
  case restoredResultKeepsItsEdges
  case firstResultIsPutBack
  case confirmedLayerStays
  case advanceStopsShort
}

#if DEBUG
  extension PlantedBug {
    /// Makes the mistake on this thread while a body runs.
    ///
    /// - Parameter body: runs with the mistake. What it leaves behind in the thread is in no good state.
    /// - Returns: what `body` returns.
    package func planted<Result>(_ body: () -> Result) -> Result {
      Context.current.pointee.planted = self
      defer { Context.current.pointee.planted = nil }
      return body()
    }
  }
#endif

/// Whether a mistake is to be made.
@inline(__always)
func planted(_ bug: PlantedBug) -> Bool {
  #if DEBUG
    Context.current.pointee.planted == bug
  #else
    false
  #endif
}
