import UpkeepThread

/// One effect, to cancel it alone. Dropping the token changes nothing: the effect's updater owns it.
public final class EffectToken {
  // SAFETY: the node comes from the slab; the engine gives it back after the effect was cancelled,
  // together with its reference to this token.
  let node: NodeRef
  let label: Label

  // SAFETY: cleared when the token leaves the roster, which owns its tokens. Read and written whole.
  @exclusivity(unchecked) private var membership: Unmanaged<Roster>?
  /// The list of its updater, nil once cancelled.
  var roster: Roster? {
    get { membership?.takeUnretainedValue() }
    set { membership = newValue.map { Unmanaged.passUnretained($0) } }
  }
  /// Tells its list who owns the effect.
  func note(_ owner: Unmanaged<Owner>?) {
    // SAFETY: the list is there as long as it has this token, and noting an owner runs nothing of the program's.
    membership?._withUnsafeGuaranteedRef { $0.note(owner) }
  }

  /// Its neighbours in that list.
  var previous: Unmanaged<EffectToken>?
  var next: Unmanaged<EffectToken>?

  // SAFETY: read and written whole, or by `append` and `popLast`, which run nothing of the program's.
  @exclusivity(unchecked) private var cleanUps: [() -> Void] = []

  // SAFETY: read and written whole.
  /// How often it ran in later rounds of the flush under way.
  @exclusivity(unchecked) var laterRuns = 0

  // SAFETY: read and written whole.
  /// How often such a round has come to it, whether it ran or not.
  @exclusivity(unchecked) var laterLooks = 0

  /// Made in a transaction that is open: it has not run yet.
  var waitsForCommit = false

  /// Was due when its updater was paused, and no round has come to it since: if the updater goes on, it need not be
  /// queued anew.
  var isQueued = false

  /// Named in a report of this flush.
  var isReported = false

  // SAFETY: the roster's, which outlives its tokens' effects: when it goes they are dead.
  /// The roster's mark that its updater is gone.
  private let ending: UnsafePointer<UInt64>

  /// Set where the effect is abandoned: others may look for the list still.
  private var heldRoster: Roster?

  init(
    _ flags: Node.Flags, _ label: Label, ending: UnsafePointer<UInt64>, _ context: ContextRef
  ) {
    self.label = label
    self.ending = ending
    node = context.makeNode(flags.union([.effect, .stale, .uncomputed]))
    node.order = upkeep_take_ticket()
    node.object = Unmanaged.passUnretained(self as AnyObject)
  }

  /// Whether the effect will never run again.
  public var isCancelled: Bool { membership == nil || isAbandoned }

  /// Ends the effect: it never runs again, and its clean-ups run now (after the run, if it is the
  /// effect that is running; inside a `transaction`, with its commit). Cancelling again does nothing.
  ///
  /// - Complexity: O(what it read).
  public func cancel() { roster?.cancel(self) }

  /// `cancel` that does not wait for the commit of an open transaction.
  func end() { roster?.end(self) }

  /// Its node is gone.
  var hasEnded = false

  /// Has `cleanUp` called before the effect's next run, or when it ends. The last one added is called
  /// first; one that is added to an effect that has ended is called at once. Reads inside are not tracked.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let subscription = open(channel.value)
  ///       effect.onCleanUp { subscription.close() }
  ///     }
  ///
  /// - Parameter cleanUp: undoes what this run has set up.
  public func onCleanUp(_ cleanUp: @escaping () -> Void) {
    // Its node may be gone if it has ended.
    if isCancelled, hasEnded || !node.flags.contains(.running) {
      untracked(cleanUp)
      return
    }
    cleanUps.append(cleanUp)
    node.flags.insert(.hasCleanUps)
  }

  /// Adds a clean-up that may fail. Its error is reported as `Misuse.effectFailed`, and stops nothing.
  ///
  /// - Parameter cleanUp: undoes what this run has set up.
  public func onCleanUp(_ cleanUp: @escaping () throws -> Void) {
    onCleanUp { [unowned self] in attempt(nil, cleanUp) }
  }

  /// Runs a part of the effect and reports its error.
  @usableFromInline
  func attempt(_ onError: ((any Error) -> Void)?, _ body: () throws -> Void) {
    do { try body() } catch { report(error, to: onError) }
  }

  func report(_ error: any Error, to onError: ((any Error) -> Void)?) {
    if planted(.failureEndsRound) { Context.current.round.removeAll() }
    if let onError {
      untracked { onError(error) }
    } else {
      Misuse.report(.effectFailed(effect: label.description, error: error))
    }
  }

  /// Whether the updater was dropped where its owner did not verifiably run.
  var isAbandoned: Bool {
    guard membership != nil else { return false }
    let ending = upkeep_word_load(ending)
    return ending == Roster.Ending.isDropped || ending == Roster.Ending.isAbandoned
  }

  /// Keeps the list as long as the token.
  func holdRoster(_ roster: Roster) { heldRoster = roster }

  func runCleanUps(_ context: ContextRef) {
    if !node.signs.contains(.isAbandoned) { node.flags.remove(.hasCleanUps) }
    callCleanUps(context)
  }

  /// `runCleanUps` where the node may be gone, and its block be another thread's.
  func callCleanUps(_ context: ContextRef) {
    while let cleanUp = cleanUps.popLast() {
      untracked(cleanUp)
      // It may hold an updater, whose effects have clean-ups, and so on.
      if Graph.isDeep(context) { Graph.leaveToList(cleanUp, context) }
    }
  }
}
