public import UpkeepThread

/// The engine's state on one thread: the running computation, the depth of the open turn, the
/// effects that wait to run, and the nodes that wait to be freed.
///
/// A context is empty between turns, except for free memory. A turn is synchronous, so it stays on
/// one thread, and no node ever refers to a thread. Therefore a graph may travel with an actor that
/// changes threads, and two graphs on two threads share nothing.
@usableFromInline
struct Context: ~Copyable {
  /// The running tracked computation, whose reads are recorded; nil in any other computation.
  ///
  /// Outside every computation it is `outside`.
  @usableFromInline var tracker: NodeRef?

  /// The running derivation, or the property whose change rule runs; while it is set, writes are
  /// refused.
  @usableFromInline var computing: NodeRef?

  /// The conditions on this thread that need more than the ordinary work.
  @usableFromInline var care: Care

  /// The number of open batches and effect bodies.
  ///
  /// While it is above 0, a property that changes keeps the value with which the turn began.
  @usableFromInline var keepDepth = 0

  /// The number of deferred releases in the program when this thread last looked for them.
  ///
  /// This is the last field of `blank_context` in `UpkeepThread.c`, which serves a thread until its
  /// own context is made.
  @usableFromInline var deferralsSeen: UInt64 = 0

  /// The node that stands for an observer of reads outside every computation; nil without one.
  var outside: NodeRef?

  // SAFETY: retained until the thread ends.
  /// The guests, which answer the kernel's questions.
  let guests: Unmanaged<Guests>

  /// The ticket of the innermost open transaction, and of the transaction that is being undone; 0
  /// for none.
  @usableFromInline var transaction: UInt64 = 0
  @usableFromInline var undoneTransaction: UInt64 = 0

  /// The effect that is running.
  var effect: NodeRef?

  /// The node of a lane that is computing: the nodes below it are not marked yet.
  @usableFromInline var lane: NodeRef?

  /// The number of open turns, batches and first runs of effects.
  ///
  /// A write at 0 is a turn of its own.
  @usableFromInline var turnDepth = 0

  /// The property as it was before the plain write that opened the turn.
  ///
  /// It is nil if the property has at most one reader and no change rule of its own.
  @usableFromInline var origin: Origin?

  /// The number of open turns and refreshes.
  ///
  /// While it is above 0, no node is freed.
  @usableFromInline var nesting = 0

  /// The number of open `untracked` bodies.
  var untrackedDepth = 0

  /// Woken effects, for the next round.
  var queue = Buffer<NodeRef>()
  /// An empty buffer, which keeps the memory of an earlier round for the next.
  var spare = Buffer<NodeRef>()
  /// The undo log: the changes since the turn began, oldest first.
  var undoLog = Buffer<UndoEntry>()
  /// Nodes to unlink and free.
  var dying = Buffer<NodeRef>()
  /// References to release at the end of the outermost turn or refresh.
  var releases = Buffer<Unmanaged<AnyObject>>()

  /// The work list of `Graph.forgetNeed`: nodes that are no longer needed.
  var unneeded = Buffer<NodeRef>()

  var nodes = Slab<Node>(orphans: OrphanedBlocks.nodes)
  var edges = Slab<Edge>(orphans: OrphanedBlocks.edges)

  /// The innermost open refresh.
  var frame = Frame()
  /// The open refreshes around `frame`, outermost first.
  var outerFrames = Buffer<Frame>()

  /// The lowest usable address of the thread's stack, or 0 where it is unknown.
  let stackLimit = upkeep_stack_limit()
  // SAFETY: the main actor's owner lives as long as the program, and any other owner as long as it
  // works on this thread.
  /// The owner of the open turn or refresh: nil without isolation, always the main actor's on the
  /// main thread.
  var ownerObject: Unmanaged<AnyObject>?
  /// The kind of `ownerObject`.
  var ownerKind: Node.Flags = []

  #if DEBUG
    let presence = Presence.take()
  #endif

  /// Makes a context for the calling thread.
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

  /// The thread's `House`, as an instance of one guest's class.
  // SAFETY: every thread has a `House`, which inherits from all of their classes.
  @inline(__always)
  func guest<Guest: Guests>(_ type: Guest.Type) -> Guest {
    unsafeDowncast(pointee.guests.takeUnretainedValue(), to: type)
  }

  /// Asks one of the guests, without counting a reference.
  @inline(__always)
  func ask<Guest: Guests, Answer>(_ type: Guest.Type, _ question: (Guest) -> Answer) -> Answer {
    // SAFETY: as above.
    ask { question(unsafeDowncast($0, to: type)) }
  }
}

/// The conditions that need more than the ordinary work; in nearly all of them the kernel asks the
/// guests.
@usableFromInline
struct Care: OptionSet {
  @usableFromInline let rawValue: UInt
  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  /// A transaction is open.
  @inlinable static var transaction: Care { Care(rawValue: 1) }
  /// A closure that may make properties has made one.
  @inlinable static var makers: Care { Care(rawValue: 2) }
  /// The guests are asked before each check: a transaction is open, or a computation on this thread
  /// has followed models.
  static var checks: Care { Care(rawValue: 4) }
  /// The end of a batch or a round has work to do.
  static var roundEnd: Care { Care(rawValue: 8) }
  /// The end of the turn has work to do.
  static var turnEnd: Care { Care(rawValue: 16) }
  /// Guests have work to do at the end of the turn.
  static var repeats: Care { Care(rawValue: 32) }
  /// Each check of an effect in a round asks the guests.
  static var rounds: Care { Care(rawValue: 4096) }
  /// The end of a refresh, or of an effect's run, has work to do.
  static var leftovers: Care { Care(rawValue: 64) }
  /// The end of the outermost refresh has work to do.
  static var refreshEnd: Care { Care(rawValue: 128) }
  /// A guest has an object to free, or a handler to call, when everything open has ended.
  static var releases: Care { Care(rawValue: 256) }
  /// The objects that are being released may be in use elsewhere, whatever owner is noted.
  static var foreign: Care { Care(rawValue: 512) }
  /// `Graph.drain` is running.
  static var draining: Care { Care(rawValue: 1024) }
  /// The thread is not the main thread, so each turn looks up its owner.
  static var elsewhere: Care { Care(rawValue: 2048) }
  /// The thread has no context yet.
  @inlinable static var unmade: Care { Care(rawValue: 1 << 31) }
}

/// A property as it was before the plain write that opened the turn.
///
/// Few turns need a savepoint, so a plain write keeps none. An effect that changes the property
/// again makes the savepoint from this value.
@usableFromInline
struct Origin {
  @usableFromInline let node: NodeRef
  @usableFromInline let version: Version
  // SAFETY: the write that opened the turn holds the value until it returns, and removes the origin
  // before.
  /// The address of the value.
  @usableFromInline let value: UnsafeRawPointer

  @inlinable
  init(node: NodeRef, version: Version, value: UnsafeRawPointer) {
    (self.node, self.version, self.value) = (node, version, value)
  }
}

/// One open refresh.
struct Frame {
  /// The node at which the refresh began; nil if no refresh is open.
  var root: NodeRef?
  /// The derivation that asked for the refresh.
  var computing: NodeRef?
}

/// A handle of the calling thread's context.
///
/// A context lives as long as its thread. No handle is kept longer than a call.
// SAFETY: `makeContext` has made the context for this thread, and frees it when the thread ends.
@usableFromInline typealias ContextRef = UnsafeMutablePointer<Context>

extension Context {
  /// The calling thread's context, made on first use.
  @inlinable
  static var current: ContextRef {
    let context = installed
    return context.pointee.care.contains(.unmade) ? make() : context
  }

  /// The calling thread's context for a read: possibly the blank one, if the thread has none yet.
  ///
  /// The blank context's `tracker` expects no read. So every read calls `Graph.willRead`, which
  /// makes the context.
  @inlinable @inline(__always)
  static var forReading: ContextRef {
    #if DEBUG
      current
    #else
      installed
    #endif
  }

  // SAFETY: `make` installs a `Context`. Before that this is `blank_context`, which has the layout
  // of a context's beginning (`NodeLayoutTests`).
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
