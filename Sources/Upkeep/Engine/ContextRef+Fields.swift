import UpkeepThread

// The fields of `Context`, by name. The ones that cannot be copied are lent.

extension ContextRef {
  @inlinable @inline(__always)
  var tracker: NodeRef? {
    get { pointer.pointee.reader.tracker }
    nonmutating set { pointer.pointee.reader.tracker = newValue }
  }

  @inlinable @inline(__always)
  var computing: NodeRef? {
    get { pointer.pointee.reader.computing }
    nonmutating set { pointer.pointee.reader.computing = newValue }
  }

  @inline(__always)
  var isMade: Bool { pointer.pointee.isMade }

  @inlinable @inline(__always)
  var outside: NodeRef? {
    get { pointer.pointee.outside.tracker }
    nonmutating set { pointer.pointee.outside.tracker = newValue }
  }

  /// Called when computations have ended and nothing computes any more.
  @inline(__always)
  func readFromOutside() { pointer.pointee.reader = pointer.pointee.outside }

  @inline(__always)
  var readObserver: Unmanaged<ReadObserver>? {
    get { pointer.pointee.readObserver }
    nonmutating set { pointer.pointee.readObserver = newValue }
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
  var origin: Origin? {
    get { pointer.pointee.origin }
    nonmutating set { pointer.pointee.origin = newValue }
  }

  @inlinable @inline(__always)
  func isOrigin(_ node: NodeRef) -> Bool { pointer.pointee.origin?.node == node }

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
  var undoLog: Buffer<UndoEntry> {
    _read { yield pointer.pointee.undoLog }
    nonmutating _modify { yield &pointer.pointee.undoLog }
  }

  @inlinable @inline(__always)
  var undoing: Journal? {
    get { pointer.pointee.undoing }
    nonmutating set { pointer.pointee.undoing = newValue }
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
  var cycles: [NodeRef: CycleMember] {
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
    nonmutating set {
      pointer.pointee.journal = newValue
      pointer.pointee.climbsWithCare = newValue != nil || pointer.pointee.followsModels
    }
  }

  @inline(__always)
  /// See `Context`.
  var climbsWithCare: Bool { pointer.pointee.climbsWithCare }

  /// Says that something here follows models.
  func noteModels() {
    pointer.pointee.followsModels = true
    pointer.pointee.climbsWithCare = true
    upkeep_note_models()
  }

  @inline(__always)
  var hasLeftovers: Bool {
    get { pointer.pointee.hasLeftovers }
    nonmutating set { pointer.pointee.hasLeftovers = newValue }
  }

  /// Whether a transaction is open, without a count of the reference.
  @inlinable @inline(__always)
  var isInTransaction: Bool { unsafeBitCast(pointer.pointee.journal, to: UInt.self) != 0 }

  /// Whether a closure that may make properties has made one.
  @inlinable @inline(__always)
  var hasMakers: Bool { !pointer.pointee.making.made.isEmpty }

  @inline(__always)
  var mainOwner: Unmanaged<Owner>? { pointer.pointee.mainOwner }

  @inline(__always)
  var stackLimit: UInt { pointer.pointee.stackLimit }

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
