import UpkeepThread

/// Readers that do not retain the property they read: watchers of Observation, and readers by an
/// edge that closes a cycle.
///
/// Such a reader runs where its owner runs, while the property may be going away elsewhere, so the
/// reader asks here for the property. A node that has or had such readers, and whose property is
/// dropped elsewhere, stays in every list until its owner's next turn, which ends all its watchers.
/// So does a node that is itself such a reader, because freeing it changes the list of its input.
enum LooseReaders {
  /// Notes that an edge does not retain its input because it closes a cycle.
  static func note(_ edge: EdgeRef) {
    edge.input.flags.insert(.readLoosely)
    edge.input.set(.hasLooseEdges)
    edge.subscriber.set(.hasLooseEdges)
  }

  /// Marks a node as abandoned when its property is dropped elsewhere, and returns whether the node
  /// waits for its owner.
  static func abandon(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    node.set(.isAbandoned)
    let waits = !node.signs.isDisjoint(with: .waiting)
    if waits { upkeep_count_hanging(1) }
    return waits
  }

  /// Called when the watchers of a property that was dropped elsewhere have ended; frees its node
  /// when everything open has ended.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    upkeep_count_hanging(-1)
    if Graph.mayUnlink(node, context) {
      Graph.bury(node, context)
    } else {
      context.partLater(with: node)
    }
  }

  /// Returns the property of a node, unless the property is already going away.
  static func object(of node: NodeRef) -> GuestElement? {
    upkeep_lock()
    defer { upkeep_unlock() }
    // SAFETY: a property that goes away elsewhere takes the lock first, in `abandon`, so its memory
    // is still there; where a property goes away here, `object` is nil.
    guard !node.signs.contains(.isAbandoned), let object = node.object,
      upkeep_try_retain(object.toOpaque())
    else { return nil }
    return unsafeDowncast(object.takeRetainedValue(), to: GuestElement.self)
  }
}
