public import UpkeepThread

/// A handle of the calling thread's context: its fields by name.
///
/// A context is there as long as its thread; nothing keeps a handle longer than a call.
@frozen @usableFromInline
struct ContextRef: Equatable {
  // SAFETY: what `Context.make` has made for this thread, which goes with it.
  @usableFromInline let pointer: UnsafeMutablePointer<Context>

  @inlinable @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Context>) { self.pointer = pointer }
}

// MARK: - The fields of `Context`

extension ContextRef {
  @inlinable @inline(__always)
  var tracker: NodeRef? {
    get { pointer.pointee.tracker }
    nonmutating set { pointer.pointee.tracker = newValue }
  }

  @inlinable @inline(__always)
  var computing: NodeRef? {
    get { pointer.pointee.computing }
    nonmutating set { pointer.pointee.computing = newValue }
  }

  @inline(__always)
  var effect: NodeRef? {
    get { pointer.pointee.effect }
    nonmutating set { pointer.pointee.effect = newValue }
  }

  @inline(__always)
  var effectRuns: Int {
    get { pointer.pointee.effectRuns }
    nonmutating set { pointer.pointee.effectRuns = newValue }
  }

  @inlinable @inline(__always)
  var lane: NodeRef? {
    get { pointer.pointee.lane }
    nonmutating set { pointer.pointee.lane = newValue }
  }

  @inlinable @inline(__always)
  var turnDepth: Int {
    get { pointer.pointee.turnDepth }
    nonmutating set { pointer.pointee.turnDepth = newValue }
  }

  @inlinable @inline(__always)
  var keepDepth: Int {
    get { pointer.pointee.keepDepth }
    nonmutating set { pointer.pointee.keepDepth = newValue }
  }

  @inlinable @inline(__always)
  var nesting: Int {
    get { pointer.pointee.nesting }
    nonmutating set { pointer.pointee.nesting = newValue }
  }

  @inline(__always)
  var untrackedDepth: Int {
    get { pointer.pointee.untrackedDepth }
    nonmutating set { pointer.pointee.untrackedDepth = newValue }
  }

  @inline(__always)
  var isDraining: Bool {
    get { pointer.pointee.isDraining }
    nonmutating set { pointer.pointee.isDraining = newValue }
  }

  @inline(__always)
  var queue: Buffer<NodeRef> {
    _read { yield pointer.pointee.queue }
    nonmutating _modify { yield &pointer.pointee.queue }
  }

  @inline(__always)
  var spare: Buffer<NodeRef> {
    _read { yield pointer.pointee.spare }
    nonmutating _modify { yield &pointer.pointee.spare }
  }

  @inline(__always)
  var counted: Buffer<NodeRef> {
    _read { yield pointer.pointee.counted }
    nonmutating _modify { yield &pointer.pointee.counted }
  }

  @inline(__always)
  var savepoints: Buffer<KeptStart> {
    _read { yield pointer.pointee.savepoints }
    nonmutating _modify { yield &pointer.pointee.savepoints }
  }

  @inline(__always)
  var edited: Buffer<NodeRef> {
    _read { yield pointer.pointee.edited }
    nonmutating _modify { yield &pointer.pointee.edited }
  }

  @inline(__always)
  var mustTidyUp: Bool {
    get { pointer.pointee.mustTidyUp }
    nonmutating set { pointer.pointee.mustTidyUp = newValue }
  }

  @inline(__always)
  var dying: Buffer<NodeRef> {
    _read { yield pointer.pointee.dying }
    nonmutating _modify { yield &pointer.pointee.dying }
  }

  @inline(__always)
  var abandoned: Buffer<NodeRef> {
    _read { yield pointer.pointee.abandoned }
    nonmutating _modify { yield &pointer.pointee.abandoned }
  }

  @inline(__always)
  var dropsAreForeign: Bool {
    get { pointer.pointee.dropsAreForeign }
    nonmutating set { pointer.pointee.dropsAreForeign = newValue }
  }

  @inline(__always)
  var releases: Buffer<Unmanaged<AnyObject>> {
    _read { yield pointer.pointee.releases }
    nonmutating _modify { yield &pointer.pointee.releases }
  }

  @inline(__always)
  var unneeded: Buffer<NodeRef> {
    _read { yield pointer.pointee.unneeded }
    nonmutating _modify { yield &pointer.pointee.unneeded }
  }

  @inline(__always)
  var watched: Buffer<NodeRef> {
    _read { yield pointer.pointee.watched }
    nonmutating _modify { yield &pointer.pointee.watched }
  }

  @inline(__always)
  var isTelling: Bool {
    get { pointer.pointee.isTelling }
    nonmutating set { pointer.pointee.isTelling = newValue }
  }

  @inline(__always)
  var nodes: Slab<Node> {
    _read { yield pointer.pointee.nodes }
    nonmutating _modify { yield &pointer.pointee.nodes }
  }

  @inline(__always)
  var edges: Slab<Edge> {
    _read { yield pointer.pointee.edges }
    nonmutating _modify { yield &pointer.pointee.edges }
  }

  @inline(__always)
  var frame: Frame {
    get { pointer.pointee.frame }
    nonmutating _modify { yield &pointer.pointee.frame }
  }

  @inline(__always)
  var outerFrames: Buffer<Frame> {
    _read { yield pointer.pointee.outerFrames }
    nonmutating _modify { yield &pointer.pointee.outerFrames }
  }

  @inline(__always)
  var cycles: [NodeRef: RingMember] {
    get { pointer.pointee.cycles }
    nonmutating _modify { yield &pointer.pointee.cycles }
  }

  @inlinable @inline(__always)
  var deferralsSeen: UInt64 {
    get { pointer.pointee.deferralsSeen }
    nonmutating set { pointer.pointee.deferralsSeen = newValue }
  }

  @inlinable @inline(__always)
  var journal: Journal? {
    get { pointer.pointee.journal }
    nonmutating set { pointer.pointee.journal = newValue }
  }

  @inlinable @inline(__always)
  var changes: Int {
    get { pointer.pointee.changes }
    nonmutating set { pointer.pointee.changes = newValue }
  }

  @inline(__always)
  var marks: Int {
    get { pointer.pointee.marks }
    nonmutating set { pointer.pointee.marks = newValue }
  }

  @inline(__always)
  var restored: Buffer<NodeRef> {
    _read { yield pointer.pointee.restored }
    nonmutating _modify { yield &pointer.pointee.restored }
  }

  @inline(__always)
  var changesAtRestore: Int {
    get { pointer.pointee.changesAtRestore }
    nonmutating set { pointer.pointee.changesAtRestore = newValue }
  }

  @inline(__always)
  var attempted: Buffer<NodeRef> {
    _read { yield pointer.pointee.attempted }
    nonmutating _modify { yield &pointer.pointee.attempted }
  }

  @inline(__always)
  var reports: [(misuse: Misuse, handlers: Int)] {
    get { pointer.pointee.reports }
    nonmutating _modify { yield &pointer.pointee.reports }
  }

  @inline(__always)
  var handlers: [(Misuse) -> Void] {
    get { pointer.pointee.handlers }
    nonmutating _modify { yield &pointer.pointee.handlers }
  }

  #if DEBUG
    @inline(__always)
    var planted: PlantedBug? {
      get { pointer.pointee.planted }
      nonmutating set { pointer.pointee.planted = newValue }
    }
  #endif

  @inline(__always)
  var mainOwner: Unmanaged<Owner>? { pointer.pointee.mainOwner }

  @inline(__always)
  var stackLimit: UInt {
    get { pointer.pointee.stackLimit }
    nonmutating set { pointer.pointee.stackLimit = newValue }
  }

  @inline(__always)
  var addedStack: UInt {
    get { pointer.pointee.addedStack }
    nonmutating set { pointer.pointee.addedStack = newValue }
  }

  @inline(__always)
  var maximumAddedStack: UInt {
    get { pointer.pointee.maximumAddedStack }
    nonmutating set { pointer.pointee.maximumAddedStack = newValue }
  }

  @inline(__always)
  var owner: Unmanaged<Owner>? {
    get { pointer.pointee.owner }
    nonmutating set { pointer.pointee.owner = newValue }
  }

  @inline(__always)
  var ownerKind: Node.Flags {
    get { pointer.pointee.ownerKind }
    nonmutating set { pointer.pointee.ownerKind = newValue }
  }

  @inline(__always)
  var recentOwner: Owner? {
    get { pointer.pointee.recentOwner }
    nonmutating set { pointer.pointee.recentOwner = newValue }
  }
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

  /// Frees a node, which is in no list any more.
  @inline(__always)
  func free(_ node: NodeRef) {
    #if DEBUG
      // What goes with the closure may look at the node still.
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
    dying.count | releases.count | watched.count | abandoned.count != 0
  }

  /// Runs a closure whose reads make nothing depend on what they read.
  @inline(__always) @discardableResult
  func untracked<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let tracker = tracker
    self.tracker = nil
    untrackedDepth += 1
    defer {
      self.tracker = Upkeep.planted(.untrackedLeaks) ? nil : tracker
      untrackedDepth -= 1
    }
    return try body()
  }

  /// Has a reference given back at the end of the outermost turn or refresh.
  @inline(__always)
  func appendRelease(of element: Unmanaged<GraphElement>) {
    // SAFETY: the same reference, by a wider type.
    releases.append(Unmanaged<AnyObject>.fromOpaque(element.toOpaque()))
  }

  /// Keeps the refresh that is open, if one is, before another one begins inside it; says whether one is.
  @inline(__always)
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
  @inline(__always)
  var isRefreshing: Bool { frame.root != nil || !outerFrames.isEmpty }

  /// Nothing computes, no start is kept, no mail waits: a write has to see to the property alone. In one test.
  @inlinable @inline(__always)
  var writesArePlain: Bool {
    UInt64(UInt(bitPattern: computing?.pointer)) | UInt64(UInt(bitPattern: keepDepth))
      | (deferralsSeen ^ upkeep_deferrals_posted()) == 0
  }
}
