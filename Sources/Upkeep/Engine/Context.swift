public import UpkeepThread

/// The state of a thread at work on a graph: who is computing, how deep the open turn is, what
/// waits to run and what waits to be freed.
///
/// All of it is empty between turns: a turn is synchronous, hence on one thread, and nothing of a
/// thread is ever stored in a node. That is why a graph may travel with an actor that hops threads,
/// and why two graphs on two threads share nothing.
@usableFromInline
struct Context: ~Copyable {
  /// The reader at this moment.
  @usableFromInline var reader = Reader()

  /// The log of the innermost open transaction.
  @usableFromInline var journal: Journal?

  /// The number of batches and effect bodies that are open: changed values keep their start.
  @usableFromInline var keepDepth = 0

  /// The number of releases that had been deferred when this thread last looked for them.
  @usableFromInline var deferralsSeen: UInt64 = 0

  /// False only in what a thread has before its context is made: `blank_context` of `UpkeepThread.c`, which ends here.
  @usableFromInline var isMade = true

  /// The reader where nothing computes.
  @usableFromInline var outside = Reader()

  // SAFETY: `followSwitch` retains it, and the end of the thread gives it back.
  /// Hears of reads where nothing computes; nil if `ObservationSwitch` was never on.
  var readObserver: Unmanaged<ReadObserver>?

  /// The effect that is running.
  var effect: NodeRef?

  /// The number of runs of effects.
  var effectRuns = 0

  /// The node of a lane that is computing: what follows from it is not marked as stale yet.
  @usableFromInline var lane: NodeRef?

  /// The number of turns, batches and first runs of effects that are open.
  ///
  /// A write at 0 is a turn of its own.
  @usableFromInline var turnDepth = 0

  /// The old value of the plain write that has opened the turn; nil where one reader at most
  /// follows the property.
  @usableFromInline var origin: Origin?

  /// The number of turns and refreshes that are open.
  ///
  /// Nothing is freed above 0.
  @usableFromInline var nesting = 0

  /// The number of `untracked` bodies that are open.
  var untrackedDepth = 0

  /// The list of what is to be freed is being worked off.
  var isDraining = false

  /// Woken effects, for the next round.
  var queue = Buffer<NodeRef>()
  /// The memory of the round before, for the next one.
  var spare = Buffer<NodeRef>()
  /// The way back to the beginning of the open turn, and of each open transaction, oldest entry first.
  var undoLog = Buffer<UndoEntry>()
  /// The transaction that is being undone.
  @usableFromInline var undoing: Journal?
  /// Nodes edited in place, and collections: only the end of the batch or round tells whether they have changed.
  var edited = Buffer<NodeRef>()
  /// The end of the turn has something to do for `undoLog` or `loops`.
  var mustTidyUp = false
  /// Nodes to be unlinked and freed.
  var dying = Buffer<NodeRef>()
  /// References that dropped edges held.
  var releases = Buffer<Unmanaged<AnyObject>>()

  /// Nodes that are needed no longer, on the way up.
  var unneeded = Buffer<NodeRef>()

  var nodes = Slab<Node>(orphans: OrphanedBlocks.nodes)
  var edges = Slab<Edge>(orphans: OrphanedBlocks.edges)

  /// The innermost refresh that is open.
  var frame = Frame()
  /// Those around it, outermost first.
  var outerFrames = Buffer<Frame>()
  /// The members of the cycles that the outermost open refresh has found.
  var cycles: [NodeRef: CycleMember] = [:]

  /// Something here has followed models, or does.
  @usableFromInline var followsModels = false
  /// A walk has to look more closely: that is so, or a transaction is open.
  @usableFromInline var climbsWithCare = false

  // SAFETY: the main actor's owner lives as long as the program.
  /// The main actor's owner on the main thread, nil on any other.
  let mainOwner = upkeep_is_main_thread() ? Unmanaged.passUnretained(Owner.main) : nil
  /// The lowest usable address of the thread's stack, 0 where it is not known.
  let stackLimit = upkeep_stack_limit()
  /// The owner of the turn or refresh that is open, nil without isolation.
  var owner: Unmanaged<Owner>?
  /// The kind of that owner.
  var ownerKind: Node.Flags = []
  /// The owner found last on this thread, for the next look-up.
  var recentOwner: Owner?
  /// The end of a refresh, or of an effect's run, has something to do: see `Graph.doLeftovers`.
  var hasLeftovers = false

  // The fields of guests: each is described where the guest is.
  @usableFromInline var making = MakingState()
  var loops = LoopState()
  var models = ModelState()
  var drops = DropState()
  var liveness = LivenessState()
  var misuse = MisuseState()
  #if DEBUG
    var piles = PileState()
  #endif
}

/// A reader: the computations to which a read belongs.
@usableFromInline
struct Reader {
  /// The computation whose reads are recorded, nil outside tracked ones; where nothing computes the node of
  /// `Context.readObserver`, if there is one.
  @usableFromInline var tracker: NodeRef?

  /// The derivation that is running, or the property whose change rule is: writing is refused.
  @usableFromInline var computing: NodeRef?

  @usableFromInline init() {}
}

/// A property as it was before the plain write that has opened the turn.
///
/// A plain write keeps no start of the turn, which few turns need. An effect that changes the
/// property again keeps it from here.
@usableFromInline
struct Origin {
  @usableFromInline let node: NodeRef
  @usableFromInline let version: Version
  // SAFETY: the write that has opened the turn holds the value until it returns, and takes the
  // origin away before.
  /// The address of the value.
  @usableFromInline let value: UnsafeRawPointer

  @inlinable
  init(node: NodeRef, version: Version, value: UnsafeRawPointer) {
    (self.node, self.version, self.value) = (node, version, value)
  }
}

/// One open refresh.
struct Frame {
  /// The node at which it began; nil where none is open.
  var root: NodeRef?
  /// The derivation that asked for it.
  var computing: NodeRef?
}

/// A node that needs itself.
struct CycleMember {
  /// The cycle, for messages and as a failure.
  let error: CycleError
  /// The member that was busy longest: while it still is, who reads this node is in the cycle, too.
  let target: NodeRef
  /// The member that this one needs.
  let next: NodeRef
}

extension Context {
  /// The calling thread's context, made on first use.
  @inlinable
  static var current: ContextRef {
    let context = installed
    return context.pointer.pointee.isMade ? context : make()
  }

  /// The calling thread's context for a read, which a thread that has none yet need not look for: its reader is a node that
  /// expects nothing, so that the read comes to `Graph.willRead`, and that makes one.
  @inlinable @inline(__always)
  static var forReading: ContextRef {
    #if DEBUG
      current
    #else
      installed
    #endif
  }

  // SAFETY: `make` installs a `Context`. Before, there is the beginning of one; `NodeLayoutTests` looks.
  @inlinable
  static var installed: ContextRef {
    ContextRef(upkeep_context_get().assumingMemoryBound(to: Context.self))
  }

  @usableFromInline @inline(never)
  static func make() -> ContextRef {
    let context = UnsafeMutablePointer<Context>.allocate(capacity: 1)
    context.initialize(to: Context())
    upkeep_context_set(context) { context in
      // SAFETY: this is what was installed, and its thread ends.
      let context = context.assumingMemoryBound(to: Context.self)
      context.pointee.readObserver?.release()
      context.pointee.nodes.abandon()
      context.pointee.edges.abandon()
      context.deinitialize(count: 1)
      context.deallocate()
    }
    let made = ContextRef(context)
    made.followSwitch()
    return made
  }
}
