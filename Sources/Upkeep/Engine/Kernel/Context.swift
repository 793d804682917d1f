public import UpkeepThread

/// The state of a thread at work on a graph: who is computing, how deep the open turn is, what
/// waits to run and what waits to be freed.
///
/// All of it is empty between turns: a turn is synchronous, hence on one thread, and nothing of a
/// thread is ever stored in a node. That is why a graph may travel with an actor that hops threads,
/// and why two graphs on two threads share nothing.
@usableFromInline
struct Context: ~Copyable {
  /// The computation whose reads are recorded, nil outside tracked ones; where nothing computes, `outside`.
  @usableFromInline var tracker: NodeRef?

  /// The derivation that is running, or the property whose change rule is: writing is refused.
  @usableFromInline var computing: NodeRef?

  /// What stands beside the ordinary work.
  @usableFromInline var care: Care

  /// The number of batches and effect bodies that are open: changed values keep their start.
  @usableFromInline var keepDepth = 0

  /// The number of releases that had been deferred when this thread last looked for them.
  ///
  /// `blank_context` of `UpkeepThread.c`, which a thread has before its context is made, ends here.
  @usableFromInline var deferralsSeen: UInt64 = 0

  /// Stands for somebody outside the graph who hears of reads where nothing computes, if there is one.
  var outside: NodeRef?

  // SAFETY: retained until the thread ends.
  /// The guests, who answer what the kernel asks.
  let guests: Unmanaged<Guests>

  /// The innermost transaction that is open, and the one that is being undone, by their tickets; 0 if none is.
  @usableFromInline var transaction: UInt64 = 0
  @usableFromInline var undoneTransaction: UInt64 = 0

  /// The effect that is running.
  var effect: NodeRef?

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

  /// Woken effects, for the next round.
  var queue = Buffer<NodeRef>()
  /// The memory of the round before, for the next one.
  var spare = Buffer<NodeRef>()
  /// The way back to the beginning of the open turn, and of each open transaction, oldest entry first.
  var undoLog = Buffer<UndoEntry>()
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

  /// The lowest usable address of the thread's stack, 0 where it is not known.
  let stackLimit = upkeep_stack_limit()
  // SAFETY: the main actor's owner lives as long as the program, and any other as long as it works here.
  /// The owner of the turn or refresh that is open, nil without isolation; on the main thread always the main actor's.
  var ownerObject: Unmanaged<AnyObject>?
  /// The kind of that owner.
  var ownerKind: Node.Flags = []

  /// Makes one for the calling thread.
  init(guests: Guests, mainOwner: Unmanaged<AnyObject>?) {
    self.guests = .passRetained(guests)
    care = mainOwner == nil ? .elsewhere : []
    if let mainOwner {
      ownerObject = mainOwner
      ownerKind = .mainOwnerKind
    }
  }
}

extension ContextRef {
  /// Asks the guests.
  @inline(__always)
  func ask<Answer>(_ question: (Guests) -> Answer) -> Answer {
    pointee.guests._withUnsafeGuaranteedRef(question)
  }

  /// The guests as those who know one of them see them.
  // SAFETY: every thread has a `House`, which inherits from all of their classes.
  @inline(__always)
  func guest<Guest: Guests>(_ type: Guest.Type) -> Guest {
    unsafeDowncast(pointee.guests.takeUnretainedValue(), to: type)
  }

  /// Asks one of the guests, whose reference is not counted.
  @inline(__always)
  func ask<Guest: Guests, Answer>(_ type: Guest.Type, _ question: (Guest) -> Answer) -> Answer {
    // SAFETY: as above.
    ask { question(unsafeDowncast($0, to: type)) }
  }
}

/// What stands beside the ordinary work of a thread: nearly all of it is a reason to ask the guests.
@usableFromInline
struct Care: OptionSet {
  @usableFromInline let rawValue: UInt
  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  /// A transaction is open.
  @inlinable static var transaction: Care { Care(rawValue: 1) }
  /// A closure that may make properties has made one.
  @inlinable static var makers: Care { Care(rawValue: 2) }
  /// A walk asks before each check: a transaction is open, or something here has followed models.
  static var checks: Care { Care(rawValue: 4) }
  /// The end of a batch, and of a round, has something to do.
  static var roundEnd: Care { Care(rawValue: 8) }
  /// The end of the turn has something to do.
  static var turnEnd: Care { Care(rawValue: 16) }
  /// The end of the turn has something to do for guests.
  static var repeats: Care { Care(rawValue: 32) }
  /// Each check of an effect has something to do.
  static var rounds: Care { Care(rawValue: 4096) }
  /// The end of a refresh, or of an effect's run, has something to do.
  static var leftovers: Care { Care(rawValue: 64) }
  /// The end of the outermost refresh has something to do.
  static var refreshEnd: Care { Care(rawValue: 128) }
  /// A guest has something to be freed, or told, when all that is open has ended.
  static var releases: Care { Care(rawValue: 256) }
  /// Dropped objects may be in use elsewhere, whoever is noted as their owner.
  static var foreign: Care { Care(rawValue: 512) }
  /// The list of what is to be freed is being worked off.
  static var draining: Care { Care(rawValue: 1024) }
  /// The thread is not the main one: whose it is has to be asked at each turn.
  static var elsewhere: Care { Care(rawValue: 2048) }
  /// The thread has no context yet.
  @inlinable static var unmade: Care { Care(rawValue: 1 << 31) }
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

/// The calling thread's context, as the engine passes it along.
///
/// A context is there as long as its thread; nothing keeps a handle longer than a call.
// SAFETY: what `makeContext` has made for this thread, which goes with it.
@usableFromInline typealias ContextRef = UnsafeMutablePointer<Context>

extension Context {
  /// The calling thread's context, made on first use.
  @inlinable
  static var current: ContextRef {
    let context = installed
    return context.pointee.care.contains(.unmade) ? make() : context
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
    upkeep_context_get().assumingMemoryBound(to: Context.self)
  }

  @usableFromInline @inline(never)
  static func make() -> ContextRef {
    upkeep_context_make()
    return installed
  }
}
