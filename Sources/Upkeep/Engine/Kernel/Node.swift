import UpkeepThread

/// A node of the graph as the engine sees it: no value, no type, only what marking, refreshing and
/// flushing need.
///
/// Nodes live in a slab, not in their property, and are reached by handles (`NodeRef`): walking the graph
/// retains nothing, and a property released on a foreign thread leaves a node that is still there.
/// Fields are ordered for the cache: marking and refreshing a node whose inputs stay the same touch
/// its first 64 bytes only. (A stride of 128 instead of 96, so that these never lie in two lines, was
/// measured and is slower: there is more memory to go through.)
@usableFromInline
struct Node: ~Copyable {
  /// The kind of the node, and what is going on with it.
  @usableFromInline var flags: Flags

  /// The number of the latest computation, in steps of `Edge.runStep`.
  @usableFromInline var run: UInt32

  /// Identifies the current value: two equal versions of one node mean the same value.
  ///
  /// An effect publishes no value; it keeps its place in the order of creation here.
  @usableFromInline var version: Version

  /// The attached edges to the nodes that read this one, nearly oldest first.
  @usableFromInline var firstSubscriber: EdgeRef?

  /// The edges to what this node read, in the order in which it was read.
  @usableFromInline var firstInput: EdgeRef?

  /// Where a refresh goes back to (an edge from this node), or the edge with which a marking pass
  /// goes on.
  ///
  /// A marking pass and the part of a refresh that holds this field never overlap.
  @usableFromInline var link: EdgeRef?

  /// Computes the value or runs the effect; owns what the program's closure captured.
  @usableFromInline var recompute: Recompute

  // SAFETY: not retained; the property's deinit clears it (Invariant 7), and the engine reaches the
  // property only through nodes that something retains.
  /// The property or effect that this node belongs to, nil once it was released.
  @usableFromInline var object: Unmanaged<GraphElement>?

  // Fields that only a change of shape needs.

  /// The newest of the edges that begin with `firstSubscriber`; of an effect, `nextEffect`.
  @usableFromInline var lastSubscriber: EdgeRef?

  /// The last input, or while the node computes the input read most recently.
  @usableFromInline var lastInput: EdgeRef?

  /// The edge that was made last to this node; of an effect, `previousEffect`.
  ///
  /// It tells a second read in one computation from a first one without a search.
  @usableFromInline var recentEdge: EdgeRef?

  // SAFETY: a node retains its owner, but for the main actor's, which lives as long as the program. The word is
  // written atomically, and so it is read where the owner may not run.
  /// The owner: the isolation in which the node computed last, see "Owners" in `Graph.swift`.
  ///
  /// In the low bits the `Signs`, which other places may set.
  @usableFromInline var ownerAndSigns: UInt64

  #if DEBUG
    /// Says that the block is this node's: cleared when it is given back.
    @usableFromInline var lifeMark = Node.alive
    @usableFromInline static var alive: UInt64 { 0x6E6F_6465_206C_6976 }

    /// Made while a derivation was running, so that it may read this without having declared it.
    @usableFromInline var isLocal = false

    /// An undeclared read of this derivation was reported.
    @usableFromInline var wasReported = false

    /// It follows the models that it reads, or was reported because it does not.
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
  /// Each bit has one meaning. What is tested together lies together, so that a test of many bits is one instruction on
  /// every processor: first what a read looks at, then what the check of a reader looks at as well, then what else decides
  /// whether a change may go on at once; the rest is tested alone.
  ///
  /// The bits that are missing here are those of guests, which name them in their own folders. The kernel knows them by the
  /// masks below: at such a bit it asks `Guests`.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt32
    @inlinable init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: Until `readCare`: a read has to do more than load the value

    /// An input may have changed since the node computed.
    static var stale: Flags { Flags(rawValue: 1 << 0) }
    /// There is no value yet.
    @inlinable static var uncomputed: Flags { Flags(rawValue: 1 << 1) }
    /// On the path of a refresh: its inputs are being checked.
    @inlinable static var checking: Flags { Flags(rawValue: 1 << 2) }
    /// Its closure is running.
    @inlinable static var running: Flags { Flags(rawValue: 1 << 3) }

    // MARK: Until `checkCare`: the check of a reader has to do more than compare versions

    /// Released or cancelled: it never computes again.
    static var dead: Flags { Flags(rawValue: 1 << 6) }
    /// An edge from it may lead to a reader without retaining it.
    static var readLoosely: Flags { Flags(rawValue: 1 << 7) }

    // MARK: Until `passageCare`: a change may not go on at once

    /// Its property holds the value with which the open turn began.
    @inlinable static var hasSavepoint: Flags { Flags(rawValue: 1 << 10) }
    /// A closure run for what it does.
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
    /// Never changes: nothing needs an edge to it.
    ///
    /// A reader that is marked so stands for somebody outside the graph, and gets no edges.
    @inlinable static var constant: Flags { Flags(rawValue: 1 << 18) }

    // MARK: The rest

    /// A changed input was found, or the node was invalidated: it computes.
    static var changed: Flags { Flags(rawValue: 1 << 23) }
    /// Has gone back to an earlier version; its property knows the newest.
    @inlinable static var hasGoneBack: Flags { Flags(rawValue: 1 << 25) }
    /// An edge from it was made once: something may depend on it.
    static var wasRead: Flags { Flags(rawValue: 1 << 26) }

    // MARK: Masks

    /// A read has to do more than load the value.
    @inlinable static var readCare: Flags { Flags(rawValue: 1 << 6 - 1) }
    /// The check of a reader has to do more than compare versions.
    static var checkCare: Flags { Flags(rawValue: 1 << 8 - 1) }
    /// With `needed` alone a derived value may compute in a lane, with `effect` alone an effect may run there.
    static var passageCare: Flags { Flags(rawValue: 1 << 16 - 1) }
    /// Going stale has to do more than say so to the subscribers, unless this is the owner's kind.
    static var markingCare: Flags {
      [.stale, .effect, .checking, .running, .collects, .ownerKind]
    }
    /// Running a declared derivation has to do more than call its closure.
    static var runningCare: Flags { [.effect, .runningGuests] }
    /// Storing a result has to do more than compare and replace.
    @inlinable static var storingCare: Flags { [.hasSavepoint, .storingGuests] }
    /// Losing a subscriber has to do more than unlink it.
    static var detachingCare: Flags { [.needed, .attachingGuests] }
    /// Reading it now would need its own result.
    @inlinable static var busy: Flags { [.checking, .running] }
    /// An effect that never runs again, or not before a guest says so.
    static var idle: Flags { [.dead, .idleGuests] }
    /// The kinds of owners.
    static var ownerKind: Flags { Flags(rawValue: 1 << 21 | 1 << 22) }
    /// That of the main actor's owner.
    static var mainOwnerKind: Flags { Flags(rawValue: 1 << 21) }

    // MARK: The bits of guests

    /// Its computation is a guest's.
    static var runningGuests: Flags { Flags(rawValue: 1 << 5 | 1 << 8 | 1 << 9) }
    /// It computes whenever it is checked, whatever its inputs.
    static var alwaysRuns: Flags { Flags(rawValue: 1 << 9) }
    /// A guest stores its result.
    @inlinable static var storingGuests: Flags { Flags(rawValue: 1 << 8) }
    /// A guest lets an effect rest.
    static var idleGuests: Flags { Flags(rawValue: 1 << 13) }
    /// A guest checks an effect.
    static var checkingGuests: Flags { Flags(rawValue: 1 << 13 | 1 << 14) }
    /// A guest has something to do before an effect runs again.
    static var repeatingGuests: Flags { Flags(rawValue: 1 << 24) }
    /// A guest hears of readers that come and go.
    static var attachingGuests: Flags { Flags(rawValue: 1 << 27) }
  }

  /// Facts that have to be known of a node where its owner may be at work on it.
  ///
  /// The lowest four bits of an owner's address and the highest are free for them; `Owner` looks whether they are. Bits that
  /// are missing here are those of guests.
  struct Signs: OptionSet {
    let rawValue: UInt64

    /// A guest holds its inputs.
    ///
    /// Set when it is made.
    static let collects = Signs(rawValue: 1)
    /// Its property, or updater, was dropped where its owner did not verifiably run.
    static let isAbandoned = Signs(rawValue: 2)
    /// An edge from it leads, or has led, to a node that was.
    static let hasAbandonedReaders = Signs(rawValue: 4)
    static let all = Signs(rawValue: 15 | 1 << 63)
  }

  /// The closure of a node.
  ///
  /// It cannot be copied, so calling it where it lies retains nothing.
  @frozen @usableFromInline
  struct Recompute: ~Copyable {
    /// Computes and says whether the value is a new one.
    @usableFromInline let body: (NodeRef, ContextRef) -> Bool

    @inlinable
    init(_ body: consuming @escaping (NodeRef, ContextRef) -> Bool) { self.body = body }

    /// That of an effect, which is given nothing and has no value.
    ///
    /// It is kept as it is: in a closure of this type around it each effect would have one more object.
    @inlinable @inline(__always)
    init(running effect: @escaping () -> Void) {
      // SAFETY: closures have one layout, whatever they are given, and `NodeRef.perform` calls this one as what it is. By
      // itself it would be wrapped to be cast.
      body = unsafeBitCast(EffectBody(run: effect), to: Body.self).compute
    }

    /// The closure by itself: in a structure, so that it is cast as it is.
    @frozen @usableFromInline
    struct Body { @usableFromInline let compute: (NodeRef, ContextRef) -> Bool }

    /// That of an effect.
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

  /// The closure of an effect, where it lies: see `Recompute`.
  struct Run: ~Copyable {
    private let body: () -> Void

    borrowing func callAsFunction() { body() }
  }
}
