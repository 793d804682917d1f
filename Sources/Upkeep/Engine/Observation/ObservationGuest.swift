internal import Observation

/// The state of Observation in a thread: changes to announce, and announcements of models.
class ObservationGuest: LivenessGuest {
  // SAFETY: `followSwitch` retains it; read and written whole.
  /// The observer of reads outside computations; nil if `ObservationSwitch` was never on.
  @exclusivity(unchecked) final var observer: Unmanaged<ReadObserver>?
  // SAFETY: read and written whole.
  /// Whether the observer has changes to announce.
  @exclusivity(unchecked) final var isDue = false

  // SAFETY: read and written whole, or by an operation that runs no code of the program.
  /// Computations of the open turn or refresh whose models were about to change, see `ModelReads`.
  @exclusivity(unchecked) final var unsettled: [ModelReads] = []
  // SAFETY: as above.
  /// The unsettled computations that are outdated again when the outermost refresh ends.
  @exclusivity(unchecked) final var unsettledSinceRefresh: [ModelReads] = []
  // SAFETY: as above.
  /// The values outdated by models whose announcements the open turn leaves to a later turn, see
  /// `House.beginTurn`.
  @exclusivity(unchecked) final var outdated = OutdatedValues()
  #if DEBUG
    // SAFETY: as above.
    /// The number of computations that were found to read models.
    @exclusivity(unchecked) final var reads = 0
  #endif

  deinit { observer?.release() }

  override final func passes(_ node: NodeRef, _ context: ContextRef) -> Bool {
    outdated.unmarked.remove(node) != nil
  }

  override final func didReadOutside(_ node: NodeRef, _ context: ContextRef) {
    assert(context.pointee.lane == nil)
    // The observer is not told if the switch was turned off, or in `untracked`.
    if context.pointee.outside == nil || context.pointee.untrackedDepth != 0 { return }
    observer?._withUnsafeGuaranteedRef { $0.didRead(node) }
  }

  #if DEBUG
    /// Runs the closure of a node, and reports a derivation that reads a model but does not follow
    /// it.
    ///
    /// Reads of nested computations count as the derivation's own. If a nested computation has read
    /// models, nothing is reported.
    override final func compute(
      _ node: NodeRef, _ context: ContextRef, _ body: () -> Bool
    ) -> Bool {
      if node.live.pointee.readsModel { return body() }
      let before = reads
      var probe = ModelProbe()
      let isNew = withObservationTracking(body) { [probe] in withExtendedLifetime(probe) {} }
      if !isKnownUniquelyReferenced(&probe), reads == before {
        reads += 1
        node.live.pointee.readsModel = true
        Misuse.report(.unfollowedModel(derivation: Graph.describe(node)))
      }
      return isNew
    }
  #endif
}

extension ContextRef {
  /// The guest that keeps the thread's changes to announce, and the announcements of models.
  var observation: ObservationGuest { guest(ObservationGuest.self) }
}

#if DEBUG
  /// An object that Observation retains if a closure has read a model, and only then.
  final class ModelProbe: Sendable {}
#endif
