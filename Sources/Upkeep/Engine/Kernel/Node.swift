import UpkeepThread

/// A node of the graph: no value and no type, only the state that the passes need.
///
/// Nodes lie in a slab, not in their property, and are reached by handles (`NodeRef`). So walking
/// the graph retains nothing, and a property that is released on a foreign thread leaves its node
/// in place. Fields are ordered for the cache: marking and refreshing a node whose inputs stay the
/// same touch only its first 64 bytes. (With a stride of 128 instead of 96 these bytes never lie in
/// two cache lines, but measurements were slower, because there is more memory to walk.)
@usableFromInline
struct Node: ~Copyable {
  /// The kind of the node, and its state.
  @usableFromInline var flags: Flags

  /// The number of the latest computation, in steps of `Edge.runStep`.
  @usableFromInline var run: UInt32

  /// Names the current value: two equal versions of one node mean the same value.
  ///
  /// An effect publishes no value; it keeps its place in the order of creation here.
  @usableFromInline var version: Version

  /// The attached edges to the nodes that read this one, nearly oldest first.
  @usableFromInline var firstSubscriber: EdgeRef?

  /// The edges to the inputs of this node, in the order in which it read them.
  @usableFromInline var firstInput: EdgeRef?

  /// In a refresh, the edge to the reader from which the refresh came; in a marking pass, the edge
  /// that the pass visits next.
  @usableFromInline var link: EdgeRef?

  /// Computes the value or runs the effect; owns the captures of the program's closure.
  @usableFromInline var recompute: Recompute

  // SAFETY: not retained; the property's deinit clears it (Invariant 7), and the engine reaches the
  // property only through nodes that are retained.
  /// The property or effect that this node belongs to; nil once that object was released.
  @usableFromInline var object: Unmanaged<GraphElement>?

  // The fields below are used only when edges are added or removed.

  /// The last edge of the list of subscribers; of an effect, `nextEffect`.
  @usableFromInline var lastSubscriber: EdgeRef?

  /// The edge to the last input; while the node computes, the edge to the most recent read.
  @usableFromInline var lastInput: EdgeRef?

  /// The newest edge from this node to a reader; of an effect, `previousEffect`.
  ///
  /// It shows without a search whether a computation has read this node before.
  @usableFromInline var recentEdge: EdgeRef?

  // SAFETY: a node retains its owner, except the main actor's, which lives as long as the program.
  // The word is written atomically, and read atomically where the owner might not be running.
  /// The owner: the isolation in which the node computed last, see "Owners" in `Graph.swift`.
  ///
  /// The lowest four bits and the highest bit are the `Signs`, which other threads may set.
  @usableFromInline var ownerAndSigns: UInt64

  #if DEBUG
    /// Marks the block as a live node; cleared when the node is freed.
    @usableFromInline var lifeMark = Node.alive
    @usableFromInline static var alive: UInt64 { 0x6E6F_6465_206C_6976 }

    /// The last use of the node while something was open in the thread that used it.
    var visit: Visit?

    /// Whether the node was made while a derivation ran; then an undeclared read is no mistake.
    @usableFromInline var isLocal = false

    /// Whether an undeclared read of this derivation was reported.
    @usableFromInline var wasReported = false

    /// Whether the node follows the models that it reads, or is known not to.
    var readsModel = false
  #endif

  @usableFromInline @inline(__always)
  init(_ flags: Flags) {
    self.flags = flags
    run = 0
    version = .none
    recompute = .nothing
    ownerAndSigns = flags.contains(.collects) ? Signs.collects.rawValue : 0
  }
}

extension Node {
  /// The kind of a node, and its state.
  ///
  /// Each bit has one meaning. Bits that are tested together lie together, so that a test of many
  /// bits is one instruction on every processor. First come the bits that a read tests, then the
  /// bits that the check of a reader tests as well, then the bits that also decide whether a change
  /// may be passed on at once. The other bits are tested alone.
  ///
  /// The missing bits belong to guests, which name them in their own folders. The kernel knows them
  /// by the masks below: if such a bit is set, it asks `Guests`.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt32
    @inlinable init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: Until `readCare`: a read has to do more than load the value

    /// A node above may have changed since the node computed.
    static var stale: Flags { Flags(rawValue: 1 << 0) }
    /// There is no value yet.
    @inlinable static var uncomputed: Flags { Flags(rawValue: 1 << 1) }
    /// The node is on the path of a refresh: its inputs are being checked.
    @inlinable static var checking: Flags { Flags(rawValue: 1 << 2) }
    /// The node's closure is running.
    @inlinable static var running: Flags { Flags(rawValue: 1 << 3) }

    // MARK: Until `checkCare`: the check of a reader has to do more than compare versions

    /// Released or cancelled: it never computes again.
    static var dead: Flags { Flags(rawValue: 1 << 6) }
    /// Perhaps not every edge to a reader retains the node's property.
    static var readLoosely: Flags { Flags(rawValue: 1 << 7) }

    // MARK: Until `passageCare`: a change may not be passed on at once

    /// The node's property keeps the value with which the open turn began.
    @inlinable static var hasSavepoint: Flags { Flags(rawValue: 1 << 10) }
    /// An effect: a closure that is run for its side effects.
    static var effect: Flags { Flags(rawValue: 1 << 11) }
    /// A guest holds its inputs.
    @inlinable static var collects: Flags { Flags(rawValue: 1 << 12) }
    /// Known to be needed: an effect that is not idle is below it.
    ///
    /// See `Graph+Need`.
    static var needed: Flags { Flags(rawValue: 1 << 15) }

    // MARK: Kinds

    /// A value computed from others.
    @inlinable static var derived: Flags { Flags(rawValue: 1 << 16) }
    /// The inputs were listed when the node was made; they are not found by tracking.
    @inlinable static var declared: Flags { Flags(rawValue: 1 << 17) }
    /// The value never changes, so no reader needs an edge to it.
    ///
    /// A reader with this flag stands for an observer outside the graph, and gets no edges.
    @inlinable static var constant: Flags { Flags(rawValue: 1 << 18) }

    // MARK: The rest

    /// A changed input was found, or the node was invalidated: the node computes.
    static var changed: Flags { Flags(rawValue: 1 << 23) }
    /// The node holds an earlier version; its property knows the newest.
    @inlinable static var hasGoneBack: Flags { Flags(rawValue: 1 << 25) }
    /// An edge to a reader was made once, so another node may depend on this one.
    static var wasRead: Flags { Flags(rawValue: 1 << 26) }

    // MARK: Masks

    /// A read has to do more than load the value.
    @inlinable static var readCare: Flags { Flags(rawValue: 1 << 6 - 1) }
    /// The check of a reader has to do more than compare versions.
    static var checkCare: Flags { Flags(rawValue: 1 << 8 - 1) }
    /// The bits that decide whether a node may pass on a change at once.
    ///
    /// A derived value may compute in a lane if `needed` is the only one of these bits that is set.
    /// An effect may run there if `effect` is the only one.
    static var passageCare: Flags { Flags(rawValue: 1 << 16 - 1) }
    /// Marking has to do more than set `stale`, unless only the current owner's kind is set.
    static var markingCare: Flags {
      [.stale, .effect, .checking, .running, .collects, .ownerKind]
    }
    /// Running a declared derivation has to do more than call its closure.
    static var runningCare: Flags { [.effect, .runningGuests] }
    /// Storing a result has to do more than compare and replace.
    @inlinable static var storingCare: Flags { [.hasSavepoint, .storingGuests] }
    /// Losing a subscriber has to do more than unlink it.
    static var detachingCare: Flags { [.needed, .attachingGuests] }
    /// The node is being checked or is running, so that a read of it closes a cycle.
    @inlinable static var busy: Flags { [.checking, .running] }
    /// The effect never runs again, or waits until a guest lets it run.
    static var idle: Flags { [.dead, .idleGuests] }
    /// The bits of the kind of owner; both together stand in a context for any owner but the main
    /// actor's, which is compared by address.
    static var ownerKind: Flags { Flags(rawValue: 1 << 21 | 1 << 22) }
    /// The kind of the main actor's owner.
    static var mainOwnerKind: Flags { Flags(rawValue: 1 << 21) }

    // MARK: The bits of guests

    /// A guest runs its computation.
    static var runningGuests: Flags { Flags(rawValue: 1 << 5 | 1 << 8 | 1 << 9) }
    /// The node computes whenever it is checked, whatever its inputs.
    static var alwaysRuns: Flags { Flags(rawValue: 1 << 9) }
    /// A guest stores its result.
    @inlinable static var storingGuests: Flags { Flags(rawValue: 1 << 8) }
    /// A guest keeps the effect from running.
    static var idleGuests: Flags { Flags(rawValue: 1 << 13) }
    /// A guest checks the effect.
    static var checkingGuests: Flags { Flags(rawValue: 1 << 13 | 1 << 14) }
    /// A guest acts before the effect runs again.
    static var repeatingGuests: Flags { Flags(rawValue: 1 << 24) }
    /// A guest is told when readers are added or removed.
    static var attachingGuests: Flags { Flags(rawValue: 1 << 27) }
  }

  /// Facts about a node that other threads may read while its owner works on the node.
  ///
  /// An owner's address leaves its lowest four bits and its highest bit free, as `Owner` checks.
  /// The missing bits belong to guests.
  struct Signs: OptionSet {
    let rawValue: UInt64

    /// A guest holds its inputs.
    ///
    /// Set when the node is made.
    static let collects = Signs(rawValue: 1)
    /// The property or updater was released off its owner.
    static let isAbandoned = Signs(rawValue: 2)
    /// An edge to an abandoned reader exists, or has existed.
    static let hasAbandonedReaders = Signs(rawValue: 4)
    static let all = Signs(rawValue: 15 | 1 << 63)
  }

  /// The closure of a node.
  ///
  /// The type cannot be copied, so a call in place retains nothing.
  @frozen @usableFromInline
  struct Recompute: ~Copyable {
    /// Computes, and returns whether the value is new.
    @usableFromInline let body: (NodeRef, ContextRef) -> Bool

    @inlinable
    init(_ body: consuming @escaping (NodeRef, ContextRef) -> Bool) { self.body = body }

    /// Stores the closure of an effect, which has no arguments and no result.
    ///
    /// The closure is stored as it is. Another closure around it would cost each effect one more
    /// object.
    @inlinable @inline(__always)
    init(running effect: @escaping () -> Void) {
      // SAFETY: closures have one layout, whatever their arguments, and `NodeRef.perform` calls
      // this closure as an `() -> Void` again. In a structure, the cast does not wrap the closure.
      body = unsafeBitCast(EffectBody(run: effect), to: Body.self).compute
    }

    /// A closure in a structure, so that a cast does not wrap it.
    @frozen @usableFromInline
    struct Body { @usableFromInline let compute: (NodeRef, ContextRef) -> Bool }

    /// The closure of an effect, in a structure.
    @frozen @usableFromInline
    struct EffectBody {
      @usableFromInline let run: () -> Void

      @inlinable
      init(run: @escaping () -> Void) { self.run = run }
    }

    borrowing func callAsFunction(_ node: NodeRef, _ context: ContextRef) -> Bool {
      body(node, context)
    }

    static var nothing: Recompute { Recompute { _, _ in false } }
  }

  /// The closure of an effect, called in place: see `Recompute`.
  struct Run: ~Copyable {
    private let body: () -> Void

    borrowing func callAsFunction() { body() }
  }
}
