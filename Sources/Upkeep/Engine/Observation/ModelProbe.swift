#if DEBUG
  internal import Observation

  /// Tells whether a closure has read a model of Observation: only then is the probe retained.
  @usableFromInline
  final class ModelProbe: Sendable {
    /// Runs the closure of a node, and reports a derivation that reads a model without following
    /// it.
    ///
    /// Reads of nested computations count as its own; if a nested one has read models, nothing is
    /// reported.
    @usableFromInline @inline(never)
    static func run(_ node: NodeRef, _ context: ContextRef, _ compute: () -> Bool) -> Bool {
      if node.live.pointee.readsModel { return compute() }
      let reads = context.observation.reads
      var probe = ModelProbe()
      let isNew = withObservationTracking(compute) { [probe] in withExtendedLifetime(probe) {} }
      if !isKnownUniquelyReferenced(&probe), context.observation.reads == reads {
        context.observation.reads += 1
        node.live.pointee.readsModel = true
        Misuse.report(.unfollowedModel(derivation: Graph.describe(node)))
      }
      return isNew
    }
  }
#endif
