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

  /// Makes a node, where its maker may have to be noted or the thread may have no context yet.
  @inline(never)
  static func makeNodeWithCare(_ flags: Node.Flags) -> NodeRef {
    let context = Context.current
    let node = context.makeNode(flags)
    if !context.makesPlainly { context.ask { $0.noteMade(node, context) } }
    return node
  }

  /// Frees a node that is in no list.
  @inline(__always)
  func free(_ node: NodeRef) {
    #if DEBUG
      // Objects that are released with the closure may still use the node.
      node.dropClosure()
      node.live.pointee.lifeMark = 0
    #endif
    node.pointer.deinitialize(count: 1)
    pointee.nodes.give(node.pointer)
  }

  /// Makes an edge that is in no list yet.
  @inline(__always)
  func makeEdge(from input: NodeRef, to subscriber: NodeRef, run: UInt32) -> EdgeRef {
    let block = pointee.edges.take()
    block.initialize(to: Edge(input: input, subscriber: subscriber, run: run, traits: 0))
    return EdgeRef(block)
  }

  /// Frees an edge that is in no list.
  @inline(__always)
  func free(_ edge: EdgeRef) {
    #if DEBUG
      edge.live.pointee.lifeMark = 0
    #endif
    pointee.edges.give(edge.pointer)
  }

  #if DEBUG
    /// The existing nodes that were made since the register was opened: see `withNodeCount`.
    var registeredNodes: [NodeRef] { (pointee.nodes.register ?? []).map(NodeRef.init) }

    /// The existing edges that were made since the register was opened.
    var registeredEdges: [EdgeRef] { (pointee.edges.register ?? []).map(EdgeRef.init) }
  #endif
}

extension ContextRef {
  /// Notes the owner at the beginning of an outermost turn or refresh.
  @inline(__always)
  func enter() {
    #if DEBUG
      pointee.presence.open()
    #endif
    if pointee.care.contains(.elsewhere) { ask { $0.enterElsewhere(self) } }
  }

  /// Whether a turn that begins now has to look for deferred releases.
  ///
  /// The main thread looks only if a release, of any owner, was deferred since it last looked. Any
  /// other thread may work for several owners, and always looks.
  @inline(__always)
  var mayHaveDeferredReleases: Bool {
    pointee.deferralsSeen != upkeep_deferrals_posted() || pointee.care.contains(.elsewhere)
  }

  /// Frees, releases and calls what waits, if everything open has ended.
  ///
  /// In a debug build, this also ends the thread's visit of the nodes that it has used.
  @inline(__always)
  func settleIfIdle() {
    if pointee.nesting != 0 { return }
    #if DEBUG
      pointee.presence.close()
    #endif
    if hasReleases { Graph.settle(self) }
  }

  /// Whether a node waits to be freed, a reference to be released, or a handler to be called.
  @inline(__always)
  var hasReleases: Bool {
    UInt(bitPattern: pointee.dying.count | pointee.releases.count)
      | pointee.care.rawValue & Care.releases.rawValue != 0
  }

  /// Whether effects are queued, or the end of a round has work to do.
  @inline(__always)
  var hasRound: Bool {
    UInt(bitPattern: pointee.queue.count) | pointee.care.rawValue & Care.roundEnd.rawValue != 0
  }

  /// Runs a closure without recording its reads.
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

  /// Runs a closure that releases objects that may be in use elsewhere.
  func asForeign(_ body: () -> Void) {
    let before = pointee.care
    pointee.care.insert(.foreign)
    body()
    if !before.contains(.foreign) { pointee.care.remove(.foreign) }
  }

  /// Releases a reference at the end of the outermost turn or refresh.
  func appendRelease(of element: Unmanaged<GraphElement>) {
    // SAFETY: this is the same reference, by a wider type.
    pointee.releases.append(Unmanaged<AnyObject>.fromOpaque(element.toOpaque()))
  }

  /// Saves the frame of the open refresh before a nested refresh begins; returns whether one was
  /// open.
  func keepOuterFrame() -> Bool {
    if pointee.frame.root == nil { return false }
    pointee.outerFrames.append(pointee.frame)
    return true
  }

  /// Ends the innermost refresh, and restores the frame that `keepOuterFrame` saved.
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

  /// Resets the running computation, after the outermost one has ended.
  @inline(__always)
  func readFromOutside() {
    pointee.tracker = pointee.outside
    pointee.computing = nil
  }

  /// Whether the plain write that opened the turn was to this property.
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

  /// Whether no maker has to be noted, in one test: the thread has a context, nothing computes, and
  /// no transaction is open.
  var makesPlainly: Bool {
    UInt(bitPattern: pointee.computing?.pointer)
      | pointee.care.rawValue & Care.transaction.rawValue == 0
  }

  /// Whether a write involves only the property, in one test: the thread has a context, nothing
  /// computes, no savepoint is kept, and no deferred release waits.
  @inlinable
  var writesArePlain: Bool {
    UInt64(UInt(bitPattern: pointee.computing?.pointer) | UInt(bitPattern: pointee.keepDepth))
      | (pointee.deferralsSeen ^ upkeep_deferrals_posted()) == 0
  }
}
