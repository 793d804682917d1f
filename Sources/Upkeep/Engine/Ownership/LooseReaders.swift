import UpkeepThread

/// Readers that come to a node and do not keep its property: the watchers of Observation, and edges that have closed a cycle.
///
/// They are at work where their owner is, and the property may be on its way out elsewhere. So what they want of it they
/// ask for here. A node that is dropped elsewhere and has, or has had, any stays in every list as it is until its owner's
/// next turn, in which watchers end together; so does one that is such a reader, for the end of what it has read edits
/// its list.
enum LooseReaders {
  /// Notes that an edge does not retain, for it closes a cycle.
  static func note(_ edge: EdgeRef) {
    edge.input.flags.insert(.readLoosely)
    edge.input.set(.hasLooseEdges)
    edge.subscriber.set(.hasLooseEdges)
  }

  /// Marks the node of a property that is dropped elsewhere as abandoned; says whether it waits for its owner.
  static func abandon(_ node: NodeRef) -> Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    node.set(.isAbandoned)
    let waits = !node.signs.isDisjoint(with: .waiting)
    if waits { upkeep_count_hanging(1) }
    return waits
  }

  /// Called when the watchers of a property that was dropped elsewhere have ended: its node goes at the end of what is open.
  static func letGo(of node: NodeRef, _ context: ContextRef) {
    upkeep_count_hanging(-1)
    if Graph.mayUnlink(node, context) {
      Graph.bury(node, context)
    } else {
      context.partLater(with: node)
    }
  }

  /// The property of a node, unless it has begun to go.
  static func object(of node: NodeRef) -> GuestElement? {
    upkeep_lock()
    defer { upkeep_unlock() }
    // SAFETY: where a property goes elsewhere it comes to the lock first, in `abandon`, so its memory is there; where it
    // goes here, `object` is nil.
    guard !node.signs.contains(.isAbandoned), let object = node.object,
      upkeep_try_retain(object.toOpaque())
    else { return nil }
    return unsafeDowncast(object.takeRetainedValue(), to: GuestElement.self)
  }
}

extension Graph {
  /// Keeps the property of a node until the outermost turn or refresh has ended: what the node is about to run may
  /// drop it; says whether it is there still.
  @inline(never)
  static func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool {
    guard let object = LooseReaders.object(of: node) else { return false }
    // SAFETY: `drain` gives this back.
    context.appendRelease(of: Unmanaged.passRetained(object))
    return true
  }
}
