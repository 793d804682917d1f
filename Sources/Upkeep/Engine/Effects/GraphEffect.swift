import UpkeepThread

/// An effect in the engine: its updater's list, its clean-ups, and the counts of a flush.
@_documentation(visibility: internal)
public class GraphEffect: GuestElement {
  // SAFETY: the list exists as long as it contains the effect, see `list`. The word is read and
  // written whole.
  /// The address of the list, with the `Traits` in the lowest bits.
  @exclusivity(unchecked) private final var membership: UInt = 0

  // SAFETY: read and written whole.
  @exclusivity(unchecked) private final var extras = Extras.none

  /// The list of the effect's updater; nil once the effect has ended.
  ///
  /// The list owns the effect. An abandoned effect retains its list until it is freed, because
  /// other code may ask for the list.
  final var list: EffectList? {
    get { unmanagedList?.takeUnretainedValue() }
    set {
      let address = newValue.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
      membership = (address ?? 0) | membership & Traits.all
    }
  }

  private final var unmanagedList: Unmanaged<EffectList>? {
    // SAFETY: `list` has stored the address; an object's address leaves more low bits free than
    // there are traits.
    UnsafeRawPointer(bitPattern: membership & ~Traits.all).map(Unmanaged.fromOpaque)
  }

  private enum Traits {
    static let waitsToStart: UInt = 1
    static let isQueued: UInt = 2
    static let all: UInt = 3
  }

  private final func has(_ trait: UInt) -> Bool { membership & trait != 0 }

  private final func set(_ trait: UInt, _ isSet: Bool) {
    membership = isSet ? membership | trait : membership & ~trait
  }

  /// The effect was made in an open transaction or in a derivation and has not run yet.
  final var waitsToStart: Bool {
    get { has(Traits.waitsToStart) }
    set { set(Traits.waitsToStart, newValue) }
  }

  /// The effect was due when its updater was paused, and no round has reached it since.
  ///
  /// Such an effect need not be queued again if the updater is unpaused.
  final var isQueued: Bool {
    get { has(Traits.isQueued) }
    set { set(Traits.isQueued, newValue) }
  }

  /// Makes an effect at the end of a list, which owns the effect.
  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, in list: EffectList) {
    let node = Context.current.makeNode(flags.union([.effect, .stale, .uncomputed]))
    node.order = upkeep_take_ticket()
    super.init(node, label)
    list.append(self)
  }

  // SAFETY: an effect that is freed before it has ended was abandoned, and retains its list.
  deinit { unmanagedList?.release() }

  override final func ownerChanged(_ context: ContextRef) {
    // SAFETY: the list exists as long as it contains this effect, and noting an owner runs no code
    // of the program.
    unmanagedList?._withUnsafeGuaranteedRef { $0.note(context.owner) }
  }

  override final func renamed(_ version: Version, as earlier: Version, of input: NodeRef) {
    list?.rename(version, as: earlier, of: input)
  }

  /// Whether the effect never runs again.
  final var isOver: Bool { unmanagedList == nil || isAbandoned }

  /// Whether the effect's updater, or the updater of an effect around it, was released off its
  /// owner.
  final var isAbandoned: Bool {
    // SAFETY: as in `ownerChanged`.
    guard let list = unmanagedList else { return false }
    let ending = list._withUnsafeGuaranteedRef { upkeep_word_load($0.ending) }
    return ending == EffectList.Ending.isDropped || ending == EffectList.Ending.isAbandoned
  }

  /// Ends the effect, even inside a transaction.
  final func end() {
    if isAbandoned { list?.cancelAbandoned() } else { list?.end(self) }
  }

  /// Retains the list for as long as the effect exists.
  final func holdList() { _ = unmanagedList?.retain() }

  // MARK: - Clean-ups, and counts of runs

  /// Clean-ups, and the counts of a flush that reaches the effect in later rounds; made on first
  /// use, and kept.
  final class More {
    // SAFETY: touched by `append` and `popLast`, which run no code of the program.
    @exclusivity(unchecked) fileprivate var cleanUps: [() -> Void] = []
    var counts = Counts()
    /// The updater whose effects belong to the effect's run.
    var inner: (any EffectKeeper)?
    #if DEBUG
      var pile = EffectPile()
    #endif

    /// Releases the inner effects, and calls the clean-ups, last added first.
    func callCleanUps(of effect: GraphEffect, _ context: ContextRef) {
      inner = nil
      let outer = context.effects.ending
      context.effects.ending = (effect, context.pointee.computing)
      defer { context.effects.ending = outer }
      while let cleanUp = cleanUps.popLast() {
        context.untracked(cleanUp)
        // The clean-up may hold an updater, whose effects have clean-ups, and so on.
        if Graph.isDeep(context) { Graph.leaveToList(cleanUp, context) }
      }
    }
  }

  struct Counts {
    /// The number of runs in later rounds of the open flush.
    var laterRuns = 0
    /// The number of later rounds that have reached the effect, whether it ran or not.
    var laterLooks = 0
    /// The effect that woke this one last, or this effect itself if no effect did; nil while the
    /// flush does not note wakers.
    var waker: NodeRef?
    /// The number of runs at which the flush next checks whether the effect wakes itself; nil
    /// before the first check.
    var nextCheck: Int?
    var suspicion = Suspicion.clear
  }

  /// The stages of an effect that may be in a loop, see `Graph.mayRunAgain`.
  enum Suspicion {
    case clear
    /// The effect waits until all others have come to rest.
    case held
    /// The effect runs again, while all other held effects wait.
    case onTrial
    /// The effect came to rest while it was on trial.
    case acquitted
    /// The effect does not run again in this flush.
    case stopped
  }

  private enum Extras {
    case none
    /// The effect's node was freed.
    case ended
    case some(More)
  }

  /// The effect's clean-ups and counts; nil if it never had any.
  final var more: More? { if case .some(let more) = extras { more } else { nil } }

  /// `more`, made on first use.
  final var madeMore: More {
    if let more { return more }
    let made = More()
    extras = .some(made)
    return made
  }

  override final func nodeIsGone() { extras = .ended }

  private final var hasNode: Bool { if case .ended = extras { false } else { true } }

  /// Whether the effect is over, and its last run has ended.
  final var hasEnded: Bool { isOver && (!hasNode || !node.flags.contains(.running)) }

  /// Adds a clean-up, or calls it at once if the effect has ended.
  final func addCleanUp(_ cleanUp: @escaping () -> Void) {
    if hasEnded { return Context.current.untracked(cleanUp) }
    madeMore.cleanUps.append(cleanUp)
    node.flags.insert(.hasCleanUps)
  }

  /// Undoes the setup of the last run: ends the inner effects, then calls the clean-ups.
  final func runCleanUps(_ context: ContextRef) {
    if !node.signs.contains(.isAbandoned) { node.flags.remove(.hasCleanUps) }
    if case .some(let more) = extras { undo(more, context) }
  }

  @inline(never)
  private final func undo(_ more: More, _ context: ContextRef) {
    if more.inner != nil { endInnerEffects() }
    more.callCleanUps(of: self, context)
  }
}
