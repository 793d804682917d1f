public import UpkeepThread

/// A handle of the calling thread's context: its fields by name (`ContextRef+Fields`), and what can be done with it alone.
///
/// A context is there as long as its thread; nothing keeps a handle longer than a call.
@frozen @usableFromInline
struct ContextRef: Equatable {
  // SAFETY: what `Context.make` has made for this thread, which goes with it.
  @usableFromInline let pointer: UnsafeMutablePointer<Context>

  @inlinable
  init(_ pointer: UnsafeMutablePointer<Context>) { self.pointer = pointer }
}

// MARK: - Making and freeing

extension ContextRef {
  /// Makes a node.
  @inline(__always)
  func makeNode(_ flags: Node.Flags) -> NodeRef {
    let block = nodes.take()
    block.initialize(to: Node(flags))
    return NodeRef(block)
  }

  /// Makes a node where somebody may ask who has made it, or the thread has no context yet.
  @inline(never)
  static func makeNodeWithCare(_ flags: Node.Flags) -> NodeRef {
    let context = Context.current
    let node = context.makeNode(flags)
    if !context.makesPlainly { Graph.noteMade(node, context) }
    return node
  }

  /// Frees a node, which is in no list any more.
  @inline(__always)
  func free(_ node: NodeRef) {
    #if DEBUG
      // Objects that go with the closure may look at the node still.
      node.dropClosure()
      node.live.pointee.lifeMark = 0
    #endif
    node.pointer.deinitialize(count: 1)
    nodes.give(node.pointer)
  }

  /// Makes an edge, which is in no list yet.
  @inline(__always)
  func makeEdge(from input: NodeRef, to subscriber: NodeRef, run: UInt32) -> EdgeRef {
    let block = edges.take()
    block.initialize(to: Edge(input: input, subscriber: subscriber, run: run, traits: 0))
    return EdgeRef(block)
  }

  /// Frees an edge, which is in no list any more.
  @inline(__always)
  func free(_ edge: EdgeRef) {
    #if DEBUG
      edge.live.pointee.lifeMark = 0
    #endif
    edges.give(edge.pointer)
  }

  #if DEBUG
    /// The nodes that were made since somebody began to ask, and are there still: see `withNodeCount`.
    var registeredNodes: [NodeRef] { (nodes.register ?? []).map(NodeRef.init) }

    /// The same of edges.
    var registeredEdges: [EdgeRef] { (edges.register ?? []).map(EdgeRef.init) }
  #endif
}

extension ContextRef {
  /// Notes the owner, when a turn or a refresh begins and none is open.
  @inline(__always)
  func enter() {
    if let mainOwner {
      owner = mainOwner
      ownerKind = .ownedByMain
    } else {
      Owner.enterElsewhere(self)
    }
  }

  /// Whether the turn that begins has to look for deferred releases: any thread does after one was left, to
  /// whomever, and one that may work for several owners does whenever the chain of this one is not empty.
  @inline(__always)
  var mayHaveDeferredReleases: Bool {
    deferralsSeen != upkeep_deferrals_posted()
      || mainOwner == nil && Owner.hasDeferredElsewhere(self)
  }

  /// Whether something waits to be freed, released or told.
  @inline(__always)
  var hasReleases: Bool {
    dying.count | releases.count | liveness.untold.count | drops.abandoned.count != 0
  }

  /// Runs a closure whose reads make nothing depend on what they read.
  @discardableResult
  func untracked<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tracker = tracker
    let isOutside = computing == nil && tracker == outside
    self.tracker = nil
    untrackedDepth += 1
    defer {
      // A turn inside may have followed the switch of `ReadObserver`.
      self.tracker = isOutside ? outside : tracker
      untrackedDepth -= 1
    }
    return try body()
  }

  /// Has a reference given back at the end of the outermost turn or refresh.
  func appendRelease(of element: Unmanaged<GraphElement>) {
    // SAFETY: the same reference, by a wider type.
    releases.append(Unmanaged<AnyObject>.fromOpaque(element.toOpaque()))
  }

  /// Keeps the refresh that is open, if one is, before another one begins inside it; says whether one is.
  func keepOuterFrame() -> Bool {
    if frame.root == nil { return false }
    outerFrames.append(frame)
    return true
  }

  /// Ends the innermost refresh: the one that `keepOuterFrame` has kept goes on.
  @inline(__always)
  func closeFrame(isNested: Bool) {
    if isNested, let outer = outerFrames.popLast() {
      frame = outer
    } else {
      frame = Frame()
      if outerFrames.isEmpty, !cycles.isEmpty { Graph.forgetCycles(self) }
    }
  }

  /// Whether a refresh is open.
  var isRefreshing: Bool { frame.root != nil || !outerFrames.isEmpty }

  /// In one test: the thread has a context, nothing computes, and no transaction is open, so nobody
  /// asks who has made a property.
  var makesPlainly: Bool {
    UInt(bitPattern: computing?.pointer)
      | unsafeBitCast(pointer.pointee.journal, to: UInt.self) == 0
  }

  /// In one test: the thread has a context, nothing computes, no savepoint is kept, no deferred
  /// release waits, so a write has to see to the property alone.
  @inlinable
  var writesArePlain: Bool {
    UInt64(UInt(bitPattern: computing?.pointer)) | UInt64(UInt(bitPattern: keepDepth))
      | (deferralsSeen ^ upkeep_deferrals_posted()) == 0
  }
}
