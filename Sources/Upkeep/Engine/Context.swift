public import UpkeepThread

/// What a thread needs while it works on a graph: who is computing, how deep the open turn is, what
/// waits to run and what waits to be freed.
///
/// All of it is empty between turns: a turn is synchronous, hence on one thread, and nothing of a
/// thread is ever stored in a node. That is why a graph may travel with an actor that hops threads,
/// and why two graphs on two threads share nothing.
@usableFromInline
struct Context: ~Copyable {
  /// The computation whose reads are recorded, nil outside tracked ones.
  @usableFromInline var tracker: NodePointer?

  /// The derivation that is running, or the property whose change rule is: writing is refused.
  @usableFromInline var computing: NodePointer?

  /// The effect that is running.
  var effect: NodePointer?

  /// How often effects have run.
  var effectRuns = 0

  /// The node of a lane that is computing: what follows from it is not marked as stale yet.
  @usableFromInline var lane: NodePointer?

  /// How many turns, batches and effects' first runs are open. A write at 0 is a turn of its own.
  @usableFromInline var turnDepth = 0

  /// How many batches and effect bodies are open: changed values keep their start.
  @usableFromInline var keepDepth = 0

  /// How many turns and refreshes are open. Nothing is freed above 0.
  @usableFromInline var nesting = 0

  /// How many `untracked` bodies are open.
  var untrackedDepth = 0

  /// The list of what is to be freed is being worked off.
  var isDraining = false

  /// Woken effects, for the next round.
  var queue = Buffer<NodePointer>()
  /// The round under way.
  var round = Buffer<NodePointer>()
  /// Effects that ran in a later round than the first of this flush, counted by `EffectToken`.
  var counted = Buffer<NodePointer>()
  /// Nodes whose property keeps the value with which the turn began.
  var starts = Buffer<KeptStart>()
  /// What was edited in place, and collections: only the end of the batch or round tells whether they have changed.
  var edited = Buffer<NodePointer>()
  /// The end of the turn has something to do for `starts`, `restored` or `counted`.
  var mustTidyUp = false
  /// Nodes to be unlinked and freed.
  var dying = Buffer<NodePointer>()
  /// Nodes to be abandoned, and abandoned ones once for each edge that is gone.
  var abandoned = Buffer<NodePointer>()
  /// What is dropped may be in use elsewhere, whoever is noted as its owner.
  var dropsAreForeign = false
  /// References that dropped edges held.
  var releases = Buffer<Unmanaged<AnyObject>>()

  /// Nodes that are needed no longer, on the way up.
  var unneeded = Buffer<NodePointer>()

  /// Watched nodes whose liveness may have changed, each with a reference to its property.
  var watched = Buffer<NodePointer>()
  /// Their handlers are being called.
  var isTelling = false

  var nodes = Slab<Node>(orphans: OrphanedBlocks.nodes)
  var edges = Slab<Edge>(orphans: OrphanedBlocks.edges)

  /// The refreshes that are open, innermost first.
  var frames: UnsafeMutablePointer<Frame>?
  /// The members of the rings that the outermost open refresh has found.
  var rings: [NodePointer: RingMember] = [:]

  /// How many letters had been posted when this thread last looked for mail.
  @usableFromInline var lettersSeen: UInt64 = 0

  /// What the innermost open transaction has done.
  @usableFromInline var journal: Journal?
  /// Grows with every change.
  @usableFromInline var changes = 0
  /// The nodes that a rollback has put back in this turn, and `changes` as it was then.
  var restored = Buffer<NodePointer>()
  var changesAtRestore = 0
  /// The nodes that are marked as `attempted`.
  var attempted = Buffer<NodePointer>()

  /// Mistakes found inside a refresh, each with the number of handlers that were in force.
  var reports: [(misuse: Misuse, handlers: Int)] = []

  /// The misuse handlers in force, outermost first.
  var handlers: [(Misuse) -> Void] = []

  #if DEBUG
    /// The mistake that this thread is told to make.
    var planted: PlantedBug?
  #endif

  // SAFETY: the main actor's owner lives as long as the program.
  /// The main actor's owner on the main thread, nil on any other.
  let mainOwner = upkeep_is_main_thread() ? Unmanaged.passUnretained(Owner.main) : nil
  /// The lowest usable address of the stack that the thread is on, 0 where it is not known.
  var stackLimit = upkeep_stack_limit()
  /// How much stack `onMoreStack` has added, and how much it may add.
  var addedStack: UInt = 0
  var maximumAddedStack: UInt = 512 << 20
  /// The owner of the turn or refresh that is open, nil without isolation.
  var owner: Unmanaged<Owner>?
  /// What kind of owner that is.
  var ownerKind: Node.Flags = []
  /// The owner found last on this thread, for the next look-up.
  var recentOwner: Owner?
}

@usableFromInline typealias ContextPointer = UnsafeMutablePointer<Context>

/// A node whose property keeps the value with which the turn began.
struct KeptStart {
  let node: NodePointer
  /// Whether the value may as well stay when the turn has ended.
  let isTrivial: Bool
}

/// One open refresh: where it began and which derivation asked for it.
struct Frame {
  var root: NodePointer
  let computing: NodePointer?
  let outer: UnsafeMutablePointer<Frame>?
}

/// A node that needs itself.
struct RingMember {
  /// The ring, for messages and as a failure.
  let error: CycleError
  /// The member that was busy longest: while it still is, who reads this node is in the ring, too.
  let target: NodePointer
  /// The member that this one needs.
  let next: NodePointer
}

extension Context {
  /// Nothing computes, no start is kept, no mail waits: a write has to see to the property alone. In one test.
  @inlinable @inline(__always)
  var writesArePlain: Bool {
    UInt64(UInt(bitPattern: computing)) | UInt64(UInt(bitPattern: keepDepth))
      | (lettersSeen ^ upkeep_letters_posted()) == 0
  }

  /// The calling thread's context, made on first use.
  @inlinable
  static var current: ContextPointer {
    if let context = upkeep_context_get() {
      // SAFETY: only `make` installs a context, and it installs a `Context`.
      return context.assumingMemoryBound(to: Context.self)
    }
    return make()
  }

  @usableFromInline @inline(never)
  static func make() -> ContextPointer {
    let context = ContextPointer.allocate(capacity: 1)
    context.initialize(to: Context())
    upkeep_context_set(context) { context in
      let context = context.assumingMemoryBound(to: Context.self)
      context.pointee.nodes.abandon()
      context.pointee.edges.abandon()
      context.deinitialize(count: 1)
      context.deallocate()
    }
    return context
  }
}
