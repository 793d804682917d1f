import UpkeepThread

/// Readers that come to a node and do not keep its property: the watchers of Observation, and edges that have closed a cycle.
///
/// They are at work where their owner is, and the property may be on its way out elsewhere. So what they want of it they
/// ask for here. A node that is dropped elsewhere and has, or has had, watchers stays in every list as it is until its
/// owner's next turn, in which they end together. For readers that have closed a cycle it waits abandoned (`AbandonedNodes`).
enum LooseReaders {
  /// Notes that an edge from a node does not retain, for it closes a cycle.
  static func note(_ input: NodeRef) {
    input.flags.insert(.readLoosely)
    input.set(.hasLooseReaders)
  }

  /// Edits the subscribers of a node, at which who drops it elsewhere may be looking.
  @inline(__always)
  static func editList(of input: NodeRef, _ body: (NodeRef) -> Void) {
    let isShared = input.signs.contains(.hasLooseReaders)
    if isShared { upkeep_lock() }
    body(input)
    if isShared { upkeep_unlock() }
  }

  /// Marks the node of a property that is dropped elsewhere as abandoned; says whether it waits for its watchers.
  static func abandon(_ property: GraphElement) -> Bool {
    let node = property.node
    upkeep_lock()
    node.set(.isAbandoned)
    let waits = node.signs.contains(.hasWatchers)
    if waits { upkeep_count_hanging(1) }
    upkeep_unlock()
    if waits, let watchers = property.readWatchers?.list {
      watchers.noteOwner(of: node)
      watchers.release()
    }
    return waits
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
