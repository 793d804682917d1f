import UpkeepThread

/// Readers that come to a node and do not keep its property: the watchers of Observation, and edges that have closed a cycle.
///
/// They are at work where their owner is, and the property may be on its way out elsewhere. So what they want of it they
/// ask for here. Watchers end together, where their owner runs; a node that is dropped elsewhere and has, or has had, any
/// stays in every list as it is until then.
enum LooseReaders {
  /// Marks a node as abandoned, while its property is still there; says whether it waits for watchers.
  static func abandon(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    node.set(.isAbandoned)
    guard node.signs.contains(.hasWatchers) else { return false }
    upkeep_count_hanging(1)
    return true
  }

  /// Called when the watchers of a property that was dropped elsewhere have ended: its node goes at the end of what is open.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    upkeep_count_hanging(-1)
    if Graph.mayUnlink(node, context) {
      Graph.bury(node, context)
    } else {
      context.abandoned.append(node)
    }
  }

  /// The property of a node, unless it has begun to go.
  static func object(of node: NodeRef) -> GraphElement? {
    upkeep_lock()
    defer { upkeep_unlock() }
    // SAFETY: where a property goes elsewhere it comes to the lock first, in `abandon`, so its memory is there; where it
    // goes here, `object` is nil.
    guard !node.signs.contains(.isAbandoned), let object = node.object,
      upkeep_try_retain(object.toOpaque())
    else { return nil }
    return object.takeRetainedValue()
  }
}
