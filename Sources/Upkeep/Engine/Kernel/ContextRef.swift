public import UpkeepThread

// MARK: - Making and freeing

extension ContextRef {
  /// Makes a node.
  @inline(__always)
  func makeNode(_ flags: Node.Flags) -> NodeRef {
    let block = pointee.nodes.take()
    block.initialize(to: Node(flags))
    return NodeRef(block)
  }

  /// Makes a node where somebody may ask who has made it, or the thread has no context yet.
  @inline(never)
  static func makeNodeWithCare(_ flags: Node.Flags) -> NodeRef {
    let context = Context.current
    let node = context.makeNode(flags)
    if !context.makesPlainly { context.ask { $0.noteMade(node, context) } }
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
    pointee.nodes.give(node.pointer)
  }

  /// Makes an edge, which is in no list yet.
  @inline(__always)
  func makeEdge(from input: NodeRef, to subscriber: NodeRef, run: UInt32) -> EdgeRef {
    let block = pointee.edges.take()
    block.initialize(to: Edge(input: input, subscriber: subscriber, run: run, traits: 0))
    return EdgeRef(block)
  }

  /// Frees an edge, which is in no list any more.
  @inline(__always)
  func free(_ edge: EdgeRef) {
    #if DEBUG
      edge.live.pointee.lifeMark = 0
    #endif
    pointee.edges.give(edge.pointer)
  }

  #if DEBUG
    /// The nodes that were made since somebody began to ask, and are there still: see `withNodeCount`.
    var registeredNodes: [NodeRef] { (pointee.nodes.register ?? []).map(NodeRef.init) }

    /// The same of edges.
    var registeredEdges: [EdgeRef] { (pointee.edges.register ?? []).map(EdgeRef.init) }
  #endif
}

extension ContextRef {
  /// Notes the owner, when a turn or a refresh begins and none is open.
  @inline(__always)
  func enter() {
    if pointee.care.contains(.elsewhere) { ask { $0.enterElsewhere(self) } }
  }

  /// Whether the turn that begins has to look for deferred releases: any thread does after one was left, to
  /// whomever, and one that may work for several owners does always.
  @inline(__always)
  var mayHaveDeferredReleases: Bool {
    pointee.deferralsSeen != upkeep_deferrals_posted() || pointee.care.contains(.elsewhere)
  }

  /// Whether something waits to be freed, released or told.
  @inline(__always)
  var hasReleases: Bool {
    UInt(bitPattern: pointee.dying.count | pointee.releases.count)
      | pointee.care.rawValue & Care.releases.rawValue != 0
  }

  /// Whether effects wait, or the end of a round has something to do.
  @inline(__always)
  var hasRound: Bool {
    UInt(bitPattern: pointee.queue.count) | pointee.care.rawValue & Care.roundEnd.rawValue != 0
  }

  /// Runs a closure whose reads make nothing depend on what they read.
  @discardableResult
  func untracked<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tracker = pointee.tracker
    let isOutside = pointee.computing == nil && tracker == pointee.outside
    pointee.tracker = nil
    pointee.untrackedDepth += 1
    defer {
      // What stands outside may have changed inside.
      pointee.tracker = isOutside ? pointee.outside : tracker
      pointee.untrackedDepth -= 1
    }
    return try body()
  }

  /// Runs a closure that drops objects which may be in use elsewhere.
  func asForeign(_ body: () -> Void) {
    let before = pointee.care
    pointee.care.insert(.foreign)
    body()
    if !before.contains(.foreign) { pointee.care.remove(.foreign) }
  }

  /// Has a reference given back at the end of the outermost turn or refresh.
  func appendRelease(of element: Unmanaged<GraphElement>) {
    // SAFETY: the same reference, by a wider type.
    pointee.releases.append(Unmanaged<AnyObject>.fromOpaque(element.toOpaque()))
  }

  /// Keeps the refresh that is open, if one is, before another one begins inside it; says whether one is.
  func keepOuterFrame() -> Bool {
    if pointee.frame.root == nil { return false }
    pointee.outerFrames.append(pointee.frame)
    return true
  }

  /// Ends the innermost refresh: the one that `keepOuterFrame` has kept goes on.
  @inline(__always)
  func closeFrame(isNested: Bool) {
    if isNested, let outer = pointee.outerFrames.popLast() {
      pointee.frame = outer
    } else {
      pointee.frame = Frame()
      if pointee.care.contains(.refreshEnd), pointee.outerFrames.isEmpty {
        ask { $0.endOutermostRefresh(self) }
      }
    }
  }

  /// Called when computations have ended and nothing computes any more.
  @inline(__always)
  func readFromOutside() {
    pointee.tracker = pointee.outside
    pointee.computing = nil
  }

  /// Whether a property is the one whose plain write has opened the turn.
  @inlinable @inline(__always)
  func isOrigin(_ node: NodeRef) -> Bool { pointee.origin?.node == node }

  /// Whether a transaction is open.
  @inlinable @inline(__always)
  var isInTransaction: Bool { pointee.care.contains(.transaction) }

  /// Whether a closure that may make properties has made one.
  @inlinable @inline(__always)
  var hasMakers: Bool { pointee.care.contains(.makers) }

  /// Whether a refresh is open.
  var isRefreshing: Bool { pointee.frame.root != nil || !pointee.outerFrames.isEmpty }

  /// In one test: the thread has a context, nothing computes, and no transaction is open, so nobody
  /// asks who has made a property.
  var makesPlainly: Bool {
    UInt(bitPattern: pointee.computing?.pointer)
      | pointee.care.rawValue & Care.transaction.rawValue == 0
  }

  /// In one test: the thread has a context, nothing computes, no savepoint is kept, no deferred
  /// release waits, so a write has to see to the property alone.
  @inlinable
  var writesArePlain: Bool {
    UInt64(UInt(bitPattern: pointee.computing?.pointer) | UInt(bitPattern: pointee.keepDepth))
      | (pointee.deferralsSeen ^ upkeep_deferrals_posted()) == 0
  }
}
