import UpkeepThread

extension Graph {
  /// Ends the node of a property that is being released, on any thread; frees the node at once if
  /// it is alone.
  static func propertyReleased(_ property: GraphElement, _ context: ContextRef) {
    let node = property.node
    if isDeep(context) {
      propertyReleasedInDepth(property, context)
    } else if context.pointee.nesting == 0, !context.pointee.care.contains(.foreign), isAlone(node)
    {
      context.free(node)
      if context.hasReleases { settle(context) }
    } else {
      part(with: property, context)
    }
  }

  /// Ends the node of a released property if the node may be unlinked here, and abandons it
  /// otherwise.
  @inline(__always)
  static func part(with property: GraphElement, _ context: ContextRef) {
    let node = property.node
    if mayUnlink(node, context) { return dispose(node, context) }
    context.ask { $0.abandon(property, context) }
    context.settleIfIdle()
  }

  /// Whether a node computes nothing, and is in no list.
  ///
  /// If nothing is open, no pass refers to such a node.
  private static func isAlone(_ node: NodeRef) -> Bool {
    node.hasNoOwnerOrSigns && node.firstSubscriber == nil
      && node.flags.isDisjoint(with: [.derived, .effect, .hasSavepoint])
  }

  /// Whether the inputs of a node may be touched here.
  ///
  /// The inputs of a node without a noted owner may be touched by any code that holds its property.
  static func mayUnlink(_ node: NodeRef, _ context: ContextRef) -> Bool {
    if context.pointee.care.contains(.foreign) { return false }
    // SAFETY: the address is compared, never followed. The owner that runs here is alive, so the
    // address is no other owner's.
    guard let noted = node.ownerAddress else { return true }
    if context.pointee.care.contains(.elsewhere) {
      return context.ask { $0.isHere(noted, context) }
    }
    return noted == context.pointee.ownerObject.map { UnsafeRawPointer($0.toOpaque()) }
  }

  /// Removes a node from the graph.
  ///
  /// The node is unlinked and freed at once if nothing is open. Otherwise a pass may refer to it,
  /// so it is freed at the end of the outermost turn or refresh.
  @inline(__always)
  static func dispose(_ node: NodeRef, _ context: ContextRef) {
    bury(node, context)
    context.settleIfIdle()
  }

  /// `dispose` for a caller that calls `settle` itself.
  @inline(__always)
  static func bury(_ node: NodeRef, _ context: ContextRef) {
    node.flags.insert(.dead)
    if node.flags.contains(.effect) {
      loseNeed(by: node, context)
    } else {
      node.object = nil
    }
    context.pointee.dying.append(node)
  }

  /// Releases a reference when the waiting nodes are freed; called in the `deinit` of a property,
  /// before its node ends.
  ///
  /// Until the node is dead, the engine treats the property as alive. So no code of the program may
  /// run here.
  static func releaseWithNode(_ object: Unmanaged<AnyObject>) {
    Context.current.pointee.releases.append(object)
  }

  /// Releases a reference at the end of the outermost turn or refresh.
  static func releaseLater(_ object: Unmanaged<AnyObject>, _ context: ContextRef) {
    context.pointee.releases.append(object)
    context.settleIfIdle()
  }

  /// Calls a closure when everything open has ended: at once if nothing is open.
  static func whenAllHasEnded(_ context: ContextRef, _ body: @escaping (ContextRef) -> Void) {
    releaseLater(.passRetained(WhenReleased(body)), context)
  }

  /// Frees the nodes and releases the references that wait.
  ///
  /// Freeing a node releases the captures of its closure, which may be more properties. Their nodes
  /// join the list, so this one loop frees a chain of any length.
  @inline(never)
  static func settle(_ context: ContextRef) {
    if context.pointee.care.contains(.draining) { return }
    repeat {
      drain(context)
    } while context.pointee.care.contains(.releases) && context.ask { $0.hasMore(context) }
  }

  @inline(__always)
  static func drain(_ context: ContextRef) {
    context.pointee.care.insert(.draining)
    while true {
      if let node = context.pointee.dying.popLast() {
        free(node, context)
      } else if let object = context.pointee.releases.popLast() {
        object.release()
      } else if !context.pointee.care.contains(.releases)
        || !context.ask({ $0.settleNext(context) })
      {
        break
      }
    }
    context.pointee.care.remove(.draining)
  }

  @inline(__always)
  private static func free(_ node: NodeRef, _ context: ContextRef) {
    // The edges of a collecting node are unlinked when its closure is released.
    let firstInput = node.flags.contains(.collects) ? nil : node.firstInput
    node.firstInput = nil
    dropInputs(from: firstInput, context)
    if node.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(node, context) } }
    while let edge = node.firstSubscriber { dropLooseEdge(edge, context) }
    if node.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    // No node retains the main actor's owner.
    if !node.flags.subtracting(.mainOwnerKind).isDisjoint(with: .ownerKind) {
      context.ask { $0.releaseOwner(of: node) }
    }
    let object = node.flags.contains(.effect) ? node.object : nil
    object?._withUnsafeGuaranteedRef { $0.nodeIsGone() }
    // The closure is released before the node: the closure may own edges of the node, and its
    // captures may have a `deinit` of the program. No edge leads to the node by this point.
    node.dropClosure()
    object?.release()
    context.free(node)
  }

  /// Detaches and frees an edge and the edges after it; their references to inputs are released
  /// later.
  @inline(__always)
  static func dropInputs(from first: EdgeRef?, _ context: ContextRef) {
    let wasNeeding = first?.subscriber.needsInputs == true
    if wasNeeding, first?.subscriber.flags.isDisjoint(with: .attachingGuests) == false {
      context.ask { $0.willDrop(from: first, context) }
    }
    var edge = first
    while let current = edge {
      edge = current.nextInput
      let input = current.input
      // A declared node that never computed has never attached its edges. Their inputs may have
      // another owner, and are not touched.
      let isKnown =
        current.isAttached
        || !current.subscriber.flags.contains(.declared)
      if isKnown, input.recentEdge == current { input.recentEdge = nil }
      if current.isAttached { detach(current, wasNeeding: wasNeeding, context) }
      if current.isRetaining, let object = input.object {
        context.appendRelease(of: object)
      }
      context.free(current)
    }
  }

  /// Detaches and frees an edge that is not in its reader's list and does not retain its input.
  ///
  /// `wasNeeding` says whether the reader needed its inputs before the first of several edges was
  /// dropped.
  static func drop(_ edge: EdgeRef, wasNeeding: Bool, _ context: ContextRef) {
    if edge.isAttached { detach(edge, wasNeeding: wasNeeding, context) }
    context.free(edge)
  }

  /// Frees an edge that does not retain its input, when the input is freed and the reader stays.
  @inline(never)
  static func dropLooseEdge(_ edge: EdgeRef, _ context: ContextRef) {
    let reader = edge.subscriber
    if reader.flags.intersection([.stale, .effect, .declared, .collects]) == .stale,
      !reader.signs.contains(.isAbandoned)
    {
      // Once the input is freed, the reader cannot find out whether the input has changed.
      forgetInputs(of: reader, context)
      return
    }
    unlist(edge)
    edge.detach()
    context.free(edge)
    if reader.flags.contains(.effect) { reader.element?.inputIsGone() }
  }

  /// Makes a derived value compute at its next check, whatever its inputs.
  ///
  /// A declared node keeps its edges, because its list of inputs never changes.
  @inline(never)
  static func forgetInputs(of node: NodeRef, _ context: ContextRef) {
    node.flags.formUnion([.stale, .changed])
    if node.flags.contains(.declared) { return }
    let inputs = node.firstInput
    node.firstInput = nil
    node.lastInput = nil
    dropInputs(from: inputs, context)
  }

  /// Removes an edge from its reader's list of inputs, if it is there.
  static func unlist(_ edge: EdgeRef) {
    let reader = edge.subscriber
    var previous: EdgeRef?
    var step = reader.firstInput
    while let current = step, current != edge {
      previous = current
      step = current.nextInput
    }
    if step == nil { return }
    if let previous {
      previous.nextInput = edge.nextInput
    } else {
      reader.firstInput = edge.nextInput
    }
    if reader.lastInput == edge { reader.lastInput = previous }
  }
}

// MARK: - Depth

// A property holds its value, its change rule and its handler, and each may hold the next property.
// They are released after the property's `deinit`, so the next property's `deinit` nests:
//
//     release(p1) ─> destroy the value of p1 ─> release(p2) ─> destroy the value of p2 ─> ...
//
// If little stack is left, a property's `deinit` moves the property's content to the thread's list
// of releases, and the nesting ends. `drain` empties the list, in this call or in an outer one. The
// stack's address gives the depth, without a counter, so an ordinary release costs one comparison.
extension Graph {
  /// The bytes of stack that nested releases leave free.
  static var releaseReserve: UInt { 128 << 10 }

  /// Whether so little stack is left that a release has to move content to the list.
  ///
  /// (An unknown limit is 0, and no address is that low.)
  static func isDeep(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.pointee.stackLimit &+ releaseReserve
  }

  /// `propertyReleased` where little stack is left.
  @inline(never)
  static func propertyReleasedInDepth(_ property: GraphElement, _ context: ContextRef) {
    part(with: property, context)
    property.partWithContent(context)
    context.settleIfIdle()
  }

  /// Puts content on the list that is emptied at the end of the outermost turn or refresh.
  ///
  /// If none is open, the caller settles after its own release.
  @inline(never)
  static func leaveToList<Content>(_ content: Content, _ context: ContextRef) {
    let parcel = Parcel(content, isForeign: context.pointee.care.contains(.foreign))
    // SAFETY: `drain` releases this reference.
    context.pointee.releases.append(Unmanaged.passRetained(parcel as AnyObject))
  }

  // The program's closures nest when they call one another through the library: in first reads of
  // tracked derived values, change rules and clean-ups that read stale values, and effects that
  // make effects. Near the end of the stack the program stops with advice.

  /// The bytes of stack kept for the program's own closure and for the message.
  private static var stackReserve: UInt { 48 << 10 }

  /// Whether only the reserve of the stack is left.
  static func isNearStackEnd(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.pointee.stackLimit &+ stackReserve
      && context.pointee.stackLimit != 0
  }
}

/// An object whose `deinit` calls a closure.
final class WhenReleased {
  private let body: (ContextRef) -> Void
  init(_ body: @escaping (ContextRef) -> Void) { self.body = body }
  deinit { body(Context.current) }
}

/// Content that waits in the list to be released.
private final class Parcel<Content> {
  private var content: Content?
  /// Whether the content may be in use elsewhere.
  private let isForeign: Bool

  init(_ content: Content, isForeign: Bool) {
    self.content = content
    self.isForeign = isForeign
  }

  deinit {
    if !isForeign { return }
    Context.current.asForeign { content = nil }
  }
}
