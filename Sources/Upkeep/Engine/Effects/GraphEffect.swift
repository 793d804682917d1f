import UpkeepThread

/// An effect, as the engine sees it: to whom it belongs, its clean-ups, and what a flush notes of it.
@_documentation(visibility: internal)
public class GraphEffect: GuestElement {
  // SAFETY: the list is there as long as it has the effect, see `list`. Read and written whole.
  /// The address of the list, and in the lowest bits the `Traits`.
  @exclusivity(unchecked) private final var membership: UInt = 0

  // SAFETY: read and written whole.
  @exclusivity(unchecked) private final var extras = Extras.none

  /// The list of its updater, nil once it has ended.
  ///
  /// That owns the effect; the list of one that is abandoned is retained until the effect goes, for others may look for it.
  final var list: EffectList? {
    get { unmanagedList?.takeUnretainedValue() }
    set {
      let address = newValue.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
      membership = (address ?? 0) | membership & Traits.all
    }
  }

  private final var unmanagedList: Unmanaged<EffectList>? {
    // SAFETY: `list` has put it there; an object's address leaves more bits free than there are traits.
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

  /// Made in a transaction that is open, or in a derivation: it has not run yet.
  final var waitsToStart: Bool {
    get { has(Traits.waitsToStart) }
    set { set(Traits.waitsToStart, newValue) }
  }

  /// Was due when its updater was paused, and no round has come to it since: if the updater goes on, it need not be
  /// queued anew.
  final var isQueued: Bool {
    get { has(Traits.isQueued) }
    set { set(Traits.isQueued, newValue) }
  }

  /// Makes an effect, the newest of a list, which owns it.
  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, in list: EffectList) {
    let node = Context.current.makeNode(flags.union([.effect, .stale, .uncomputed]))
    node.order = upkeep_take_ticket()
    super.init(node, label)
    list.append(self)
  }

  // SAFETY: one that goes without having ended is abandoned, and holds its list.
  deinit { unmanagedList?.release() }

  override final func ownerChanged(_ context: ContextRef) {
    // SAFETY: the list is there as long as it has this effect, and noting an owner runs nothing of the program's.
    unmanagedList?._withUnsafeGuaranteedRef { $0.note(context.owner) }
  }

  override final func renamed(_ version: Version, as earlier: Version, of input: NodeRef) {
    list?.rename(version, as: earlier, of: input)
  }

  /// Whether it will never run again.
  final var isOver: Bool { unmanagedList == nil || isAbandoned }

  /// Whether the updater was dropped where its owner did not verifiably run, or that of an effect
  /// to whose run it belongs.
  final var isAbandoned: Bool {
    // SAFETY: as in `note`.
    guard let list = unmanagedList else { return false }
    let ending = list._withUnsafeGuaranteedRef { upkeep_word_load($0.ending) }
    return ending == EffectList.Ending.isDropped || ending == EffectList.Ending.isAbandoned
  }

  /// Ends it, also inside a transaction.
  final func end() {
    if isAbandoned { list?.cancelAbandoned() } else { list?.end(self) }
  }

  /// Keeps its list as long as the effect.
  final func holdList() { _ = unmanagedList?.retain() }

  // MARK: - Clean-ups, and counts of runs

  /// Clean-ups, and what a flush notes of an effect that it comes to in later rounds: made for the first, and kept.
  final class More {
    // SAFETY: touched by `append` and `popLast`, which run nothing of the program's.
    @exclusivity(unchecked) fileprivate var cleanUps: [() -> Void] = []
    var counts = Counts()
    /// The effects that belong to the effect's run.
    var inner: (any EffectKeeper)?
    #if DEBUG
      var pile = EffectPile()
    #endif

    /// Lets go of the inner effects, and calls the clean-ups, the last one first.
    func callCleanUps(_ context: ContextRef) {
      inner = nil
      while let cleanUp = cleanUps.popLast() {
        context.untracked(cleanUp)
        // It may hold an updater, whose effects have clean-ups, and so on.
        if Graph.isDeep(context) { Graph.leaveToList(cleanUp, context) }
      }
    }
  }

  struct Counts {
    /// The number of its runs in later rounds of the flush under way.
    var laterRuns = 0
    /// The number of such rounds that have come to it, whether it ran or not.
    var laterLooks = 0
    /// The effect that has woken it last, itself where none has; nil while the flush does not note
    /// this.
    var waker: NodeRef?
    /// The number of runs at which the flush asks next whether it wakes itself; nil before it has.
    var nextCheck: Int?
    var suspicion = Suspicion.clear
  }

  /// The stages of an effect that may be in a loop, see `Graph.mayRunAgain`.
  enum Suspicion {
    case clear
    /// It waits until all others have come to rest.
    case held
    /// It runs again, and all other suspects wait.
    case onTrial
    /// It came to rest when it was on trial.
    case acquitted
    /// It does not run again in this flush.
    case stopped
  }

  private enum Extras {
    case none
    /// Its node is gone.
    case ended
    case some(More)
  }

  /// Its clean-ups and counts, if it ever had any.
  final var more: More? { if case .some(let more) = extras { more } else { nil } }

  /// `more`, made if it has none yet.
  final var madeMore: More {
    if let more { return more }
    let made = More()
    extras = .some(made)
    return made
  }

  override final func nodeIsGone() { extras = .ended }

  private final var hasNode: Bool { if case .ended = extras { false } else { true } }

  /// Whether it is over, and its last run has ended, too.
  final var hasEnded: Bool { isOver && (!hasNode || !node.flags.contains(.running)) }

  /// Adds a clean-up; calls it at once if the effect has ended.
  final func addCleanUp(_ cleanUp: @escaping () -> Void) {
    if hasEnded { return Context.current.untracked(cleanUp) }
    madeMore.cleanUps.append(cleanUp)
    node.flags.insert(.hasCleanUps)
  }

  /// Undoes what the last run has set up: ends the inner effects, then calls the clean-ups.
  final func runCleanUps(_ context: ContextRef) {
    if !node.signs.contains(.isAbandoned) { node.flags.remove(.hasCleanUps) }
    if case .some(let more) = extras { undo(more, context) }
  }

  @inline(never)
  private final func undo(_ more: More, _ context: ContextRef) {
    if more.inner != nil { endInnerEffects() }
    more.callCleanUps(context)
  }
}
