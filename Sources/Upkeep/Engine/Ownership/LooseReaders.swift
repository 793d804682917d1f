import UpkeepThread

/// Readers that do not retain the property that they read: watchers of Observation, and readers
/// whose edge closes a cycle.
///
/// Such a reader runs in its owner's isolation, while the property may be released elsewhere, so
/// the reader asks here for the property. If the property of a node that has or had such readers is
/// released elsewhere, the node stays in every list until its owner's next turn, which ends all its
/// watchers. A node that is itself such a reader waits, too, because freeing it changes the list of
/// its input.
enum LooseReaders {
  /// Notes that an edge does not retain its input because it closes a cycle.
  static func note(_ edge: EdgeRef) {
    edge.input.flags.insert(.readLoosely)
    edge.input.set(.hasLooseEdges)
    edge.subscriber.set(.hasLooseEdges)
  }

  /// Marks a node whose property is released elsewhere as abandoned, and returns whether the node
  /// waits for its owner.
  static func abandon(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    node.set(.isAbandoned)
    let waits = !node.signs.isDisjoint(with: .waiting)
    if waits { upkeep_count_hanging(1) }
    return waits
  }

  /// Frees, when everything open has ended, the node of a property that was released elsewhere and
  /// whose watchers have ended.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    upkeep_count_hanging(-1)
    if Graph.mayUnlink(node, context) {
      Graph.bury(node, context)
    } else {
      context.partLater(with: node)
    }
  }

  /// Returns the property of a node, unless the property is already being released.
  static func object(of node: NodeRef) -> GuestElement? {
    upkeep_lock()
    defer { upkeep_unlock() }
    // SAFETY: a property that is released elsewhere first takes the lock, in `abandon`, so its
    // memory still exists here; if a property is released on this thread, `object` is nil.
    guard !node.signs.contains(.isAbandoned), let object = node.object,
      upkeep_try_retain(object.toOpaque())
    else { return nil }
    return unsafeDowncast(object.takeRetainedValue(), to: GuestElement.self)
  }
}
