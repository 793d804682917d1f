#if DEBUG
  internal import Observation

  /// Tells whether a closure has read a model of Observation: only then is it kept.
  @usableFromInline
  final class ModelProbe: Sendable {
    /// Runs the closure of a node; reports a derivation that reads a model and does not follow it.
    ///
    /// The reads of what is computed inside it count as its own: where that has read models, this tells nothing.
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
