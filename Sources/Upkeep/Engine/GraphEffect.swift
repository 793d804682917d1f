import UpkeepThread

/// An effect, as the engine sees it: its clean-ups, its place in the list of its updater, and what a flush notes of it.
@_documentation(visibility: internal)
public class GraphEffect: GraphElement {
  // SAFETY: cleared when the effect leaves its list, which owns it. Read and written whole.
  @exclusivity(unchecked) private final var membership: Unmanaged<EffectList>?

  /// The list of its updater, nil once it has ended.
  final var list: EffectList? {
    get { membership?.takeUnretainedValue() }
    set { membership = newValue.map { Unmanaged.passUnretained($0) } }
  }

  /// Its neighbours in that list.
  final var previous: Unmanaged<GraphEffect>?
  final var next: Unmanaged<GraphEffect>?

  // SAFETY: read and written whole, or by `append` and `popLast`, which run nothing of the program's.
  @exclusivity(unchecked) private final var cleanUps: [() -> Void] = []

  // SAFETY: read and written whole.
  /// The number of its runs in later rounds of the flush under way.
  @exclusivity(unchecked) final var laterRuns: UInt32 = 0

  // SAFETY: read and written whole.
  /// The number of such rounds that have come to it, whether it ran or not.
  @exclusivity(unchecked) final var laterLooks: UInt32 = 0

  /// Its latest run in such a round has written.
  final var hasWritten = false

  /// Made in a transaction that is open: it has not run yet.
  final var waitsForCommit = false

  /// Was due when its updater was paused, and no round has come to it since: if the updater goes on, it need not be
  /// queued anew.
  final var isQueued = false

  /// Named in a report of this flush.
  final var isReported = false

  /// Its node is gone.
  final var hasEnded = false

  /// Retains its list, to which it belongs to its own end: it is abandoned, and others may look for the list still.
  private final var holdsList = false

  /// Makes an effect, the newest of a list, which owns it.
  @usableFromInline
  init(_ flags: Node.Flags, _ label: Label, in list: EffectList) {
    let node = Context.current.makeNode(flags.union([.effect, .stale, .uncomputed]))
    node.order = upkeep_take_ticket()
    super.init(node, label)
    list.append(self)
  }

  deinit {
    if holdsList { membership?.release() }
  }

  /// Tells its list who owns the effect.
  final func note(_ owner: Unmanaged<Owner>?) {
    // SAFETY: the list is there as long as it has this effect, and noting an owner runs nothing of the program's.
    membership?._withUnsafeGuaranteedRef { $0.note(owner) }
  }

  /// Whether it will never run again.
  final var isOver: Bool { membership == nil || isAbandoned }

  /// Whether the updater was dropped where its owner did not verifiably run.
  final var isAbandoned: Bool {
    // SAFETY: as in `note`.
    guard let membership else { return false }
    let ending = membership._withUnsafeGuaranteedRef { upkeep_word_load($0.ending) }
    return ending == EffectList.Ending.isDropped || ending == EffectList.Ending.isAbandoned
  }

  /// Ends it, also inside a transaction.
  final func end() { list?.end(self) }

  /// Keeps its list as long as the effect.
  final func holdList() {
    holdsList = true
    _ = membership?.retain()
  }

  /// Called when an input that it does not keep has gone.
  func inputIsGone() {}

  // MARK: - Clean-ups

  /// Adds a clean-up; calls it at once if the effect has ended.
  final func addCleanUp(_ cleanUp: @escaping () -> Void) {
    // Its node may be gone if it has ended.
    if isOver, hasEnded || !node.flags.contains(.running) {
      Context.current.untracked(cleanUp)
      return
    }
    cleanUps.append(cleanUp)
    node.flags.insert(.hasCleanUps)
  }

  final func runCleanUps(_ context: ContextRef) {
    if !node.signs.contains(.isAbandoned) { node.flags.remove(.hasCleanUps) }
    callCleanUps(context)
  }

  /// `runCleanUps` where the node may be gone, and its block be another thread's.
  final func callCleanUps(_ context: ContextRef) {
    while let cleanUp = cleanUps.popLast() {
      context.untracked(cleanUp)
      // It may hold an updater, whose effects have clean-ups, and so on.
      if Graph.isDeep(context) { Graph.leaveToList(cleanUp, context) }
    }
  }
}
