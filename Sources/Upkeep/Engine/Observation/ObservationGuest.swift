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
  // SAFETY: read and written whole.
  /// The number of changes of models that led to the open turn, each made in the turn that the one
  /// before had caused; 0 in a turn that no change of a model has caused.
  @exclusivity(unchecked) final var chain = 0
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
    override final func compute(
      _ node: NodeRef, _ context: ContextRef, _ body: () -> Bool
    ) -> Bool {
      watchingModels(node, body) {
        Misuse.report(.unfollowedModel(derivation: Graph.describe(node)))
      }
    }

    /// Runs the closure of an effect.
    ///
    /// An effect with declared inputs says that it follows nothing else.
    override final func perform(_ effect: NodeRef, _ context: ContextRef, _ body: () -> Void) {
      watchingModels(effect, body) {
        if effect.flags.contains(.declared) { return }
        Misuse.report(.unfollowedModel(effect: Graph.describe(effect)))
      }
    }

    /// Runs the closure of a node, and reports a node that reads a model but does not follow it.
    ///
    /// Reads of nested computations count as the node's own. If a nested computation has read
    /// models, nothing is reported.
    private final func watchingModels<Result>(
      _ node: NodeRef, _ body: () -> Result, report: () -> Void
    ) -> Result {
      if node.live.pointee.readsModel {
        defer { reads += 1 }
        return body()
      }
      let before = reads
      let (result, hasRead) = Self.findingModels(body)
      if hasRead, reads == before {
        reads += 1
        if node.live.pointee.readsModel { return result }
        node.live.pointee.readsModel = true
        report()
      }
      return result
    }

    /// Runs the body of `untracked`; nothing need follow the models that it reads there.
    final func withoutTracking<Result>(_ context: ContextRef, _ body: () -> Result) -> Result {
      guard let reader = context.pointee.computing ?? context.pointee.effect,
        !reader.live.pointee.readsModel
      else { return body() }
      let (result, hasRead) = Self.findingModels(body)
      if hasRead { reader.live.pointee.readsModel = true }
      return result
    }

    /// Runs a closure, and returns whether it has read a model.
    private static func findingModels<Result>(_ body: () -> Result) -> (Result, hasRead: Bool) {
      var probe = ModelProbe()
      let result = withObservationTracking(body) { [probe] in withExtendedLifetime(probe) {} }
      return (result, !isKnownUniquelyReferenced(&probe))
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
