import UpkeepThread

extension Graph {
  /// Called when a property is released, on any thread: hands its node to whoever may free it.
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

  /// Hands the node of a property that goes to whoever may free it.
  @inline(__always)
  static func part(with property: GraphElement, _ context: ContextRef) {
    let node = property.node
    if mayUnlink(node, context) { return dispose(node, context) }
    context.ask { $0.abandon(property, context) }
    if context.pointee.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Whether a node that computes nothing is in no list: where nothing is open, nobody stands on it.
  private static func isAlone(_ node: NodeRef) -> Bool {
    node.hasNoOwnerOrSigns && node.firstSubscriber == nil
      && node.flags.isDisjoint(with: [.derived, .effect, .hasSavepoint])
  }

  /// Whether what a node reads may be touched here.
  ///
  /// Where no owner is noted, possession is ownership.
  static func mayUnlink(_ node: NodeRef, _ context: ContextRef) -> Bool {
    if context.pointee.care.contains(.foreign) { return false }
    // SAFETY: compared, never followed: the owner that runs here is alive, so no other has had its address.
    guard let noted = node.ownerAddress else { return true }
    if context.pointee.care.contains(.elsewhere) {
      return context.ask { $0.isHere(noted, context) }
    }
    return noted == context.pointee.ownerObject.map { UnsafeRawPointer($0.toOpaque()) }
  }

  /// Ends a node's part in the graph.
  ///
  /// It is unlinked and freed at once where nothing is open, and at the end of the outermost turn
  /// or refresh otherwise: until then the engine may stand on it.
  @inline(__always)
  static func dispose(_ node: NodeRef, _ context: ContextRef) {
    bury(node, context)
    if context.pointee.nesting == 0, context.hasReleases { settle(context) }
  }

  /// `dispose` by who looks after the settling.
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

  /// Called in the `deinit` of a property: gives a reference back with the node, which is next.
  ///
  /// Until it is dead the engine takes the property for alive, so nothing of the program's may run
  /// here.
  static func releaseWithNode(_ object: Unmanaged<AnyObject>) {
    Context.current.pointee.releases.append(object)
  }

  /// Gives a reference back at the end of the outermost turn or refresh.
  static func releaseLater(_ object: Unmanaged<AnyObject>, _ context: ContextRef) {
    context.pointee.releases.append(object)
    if context.pointee.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Frees what waits.
  ///
  /// Freeing a node releases what its closure captured, which may release more properties; they
  /// join the list, so a chain of any length is freed by this one loop.
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
    // Those of a collecting node are unlinked by its closure's release.
    let firstInput = node.flags.contains(.collects) ? nil : node.firstInput
    node.firstInput = nil
    dropInputs(from: firstInput, context)
    if node.signs.contains(.hasAbandonedReaders) { context.ask { $0.sweep(node, context) } }
    while let edge = node.firstSubscriber { dropLooseEdge(edge, context) }
    if node.flags.contains(.stale), !context.pointee.queue.isEmpty {
      context.pointee.queue.remove(node)
    }
    // The main actor's owner is not counted.
    if !node.flags.subtracting(.mainOwnerKind).isDisjoint(with: .ownerKind) {
      context.ask { $0.releaseOwner(of: node) }
    }
    let object = node.flags.contains(.effect) ? node.object : nil
    object?._withUnsafeGuaranteedRef { $0.nodeIsGone() }
    // The closure goes while the node is still there: it may own edges of the node's, and runs what
    // `deinit` the program has for what it captured. Nothing leads to the node any more.
    node.dropClosure()
    object?.release()
    context.free(node)
  }

  /// Removes a run of edges from their inputs and frees them; the references they held follow later.
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
      // An edge of a declared node that never computed was never attached: its input, which may have
      // another owner, is not touched.
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

  /// Removes an edge that its reader's list does not have and that retains nothing.
  ///
  /// `wasNeeding` says whether its reader needed its inputs before the first of the edges that go
  /// together.
  static func drop(_ edge: EdgeRef, wasNeeding: Bool, _ context: ContextRef) {
    if edge.isAttached { detach(edge, wasNeeding: wasNeeding, context) }
    context.free(edge)
  }

  /// Removes an edge that does not retain from its reader, which outlives the node it read.
  @inline(never)
  static func dropLooseEdge(_ edge: EdgeRef, _ context: ContextRef) {
    let reader = edge.subscriber
    if reader.flags.intersection([.stale, .effect, .declared, .collects]) == .stale,
      !reader.signs.contains(.isAbandoned)
    {
      // Nobody can tell any more whether what it read has changed.
      forgetInputs(of: reader, context)
      return
    }
    unlist(edge)
    edge.detach()
    context.free(edge)
    if reader.flags.contains(.effect) { reader.element?.inputIsGone() }
  }

  /// Has a derived value compute again when somebody needs it, whatever it read.
  ///
  /// Declared inputs stay: they are all that it will ever have.
  @inline(never)
  static func forgetInputs(of node: NodeRef, _ context: ContextRef) {
    node.flags.formUnion([.stale, .changed])
    if node.flags.contains(.declared) { return }
    let inputs = node.firstInput
    node.firstInput = nil
    node.lastInput = nil
    dropInputs(from: inputs, context)
  }

  /// Takes an edge out of its reader's list of inputs, if it is there.
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

// A property holds its value, its change rule and its handler, and each may hold the next property. Those are let go of
// after the property's `deinit`, so the next one's runs inside:
//
//     release(p1) ─> destroy the value of p1 ─> release(p2) ─> destroy the value of p2 ─> release(p3) ...
//
// Where that has come so far that little stack is left, the property moves what it holds into the list of the thread,
// in its `deinit`, and nothing nests any more: the loop that works off the list goes on, and its frame is this one, or
// one further out that is at it already. A list, not a counter: so the ordinary release pays one comparison.
extension Graph {
  /// Bytes of stack that letting go leaves free.
  static var releaseReserve: UInt { 128 << 10 }

  /// Whether what is let go of now is to leave to the list what it holds. (An unknown limit is 0, and no address is
  /// that low.)
  static func isDeep(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.pointee.stackLimit &+ releaseReserve
  }

  /// `propertyReleased` where little stack is left.
  @inline(never)
  static func propertyReleasedInDepth(_ property: GraphElement, _ context: ContextRef) {
    part(with: property, context)
    property.partWithContent(context)
    if context.pointee.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Puts something on the list, which is worked off at the end of the outermost turn or refresh.
  ///
  /// Where none is open the caller settles when it has let go itself.
  @inline(never)
  static func leaveToList<Content>(_ content: Content, _ context: ContextRef) {
    let parcel = Parcel(content, isForeign: context.pointee.care.contains(.foreign))
    // SAFETY: `drain` gives this back.
    context.pointee.releases.append(Unmanaged.passRetained(parcel as AnyObject))
  }

  // Closures of the program that call one another through the library need a stack: the first read of
  // tracked derived values of which none was ever read, change rules and clean-ups that read what is
  // stale, effects that make effects. Near the end of the stack the program stops with advice.

  /// Bytes of stack kept for the program's own closure and for the message.
  private static var stackReserve: UInt { 48 << 10 }

  /// Whether the stack that is left is the reserve.
  static func isNearStackEnd(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.pointee.stackLimit &+ stackReserve
      && context.pointee.stackLimit != 0
  }
}

/// Something that waits in the list to be let go of.
private final class Parcel<Content> {
  private var content: Content?
  /// It was dropped where what it holds may be in use elsewhere.
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
