import UpkeepThread

/// The effects of one updater, in a list of their own so that a foreign thread that releases the
/// updater can leave it to the owner whole.
@usableFromInline
final class EffectList {
  // Each node keeps its neighbours.
  private var first: NodeRef?
  private var last: NodeRef?

  /// The stage of the updater's end, see `Ending`.
  // SAFETY: after its initialization touched only by atomic operations.
  let ending = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

  private(set) var isPaused = false
  /// The values that the paused effects have seen; empty while nothing is paused or catches up.
  private(set) var seenValues = SeenValues()
  /// The number of effects that have been unpaused and not been looked at since.
  private var catchingUpCount = 0

  /// The owner of the effects.
  private var owner: Unmanaged<Owner>?

  /// The node of the property whose watchers these are, and which waits for them where it is dropped elsewhere.
  private let watched: NodeRef?

  init(watching watched: NodeRef? = nil) {
    self.watched = watched
    ending.initialize(to: Ending.none)
  }

  deinit {
    ending.deallocate()
    owner?.release()
  }

  /// Notes who owns the effects: called by the owner when one of them has run in its isolation for the
  /// first time.
  func note(_ owner: Unmanaged<Owner>?) {
    if self.owner?.toOpaque() == owner?.toOpaque() { return }
    // The updater may be dropped elsewhere meanwhile.
    upkeep_lock()
    let old = self.owner
    self.owner = owner?.retain()
    upkeep_unlock()
    old?.release()
  }

  /// Notes the owner of a node, unless one is noted: called where that does not run.
  func noteOwner(of node: NodeRef) {
    upkeep_lock()
    defer { upkeep_unlock() }
    if owner == nil { owner = node.owner?.retain() }
  }

  /// Runs an effect that was made just now for the first time; inside a transaction, that waits for the commit.
  @inline(__always)
  func start(_ effect: GraphEffect) {
    let context = Context.current
    if let journal = context.journal {
      // A foreign thread that releases the updater has to find the owner.
      note(context.owner)
      journal.start(effect)
      return
    }
    Graph.beginTurn(context)
    // What was left to the owner may have cancelled it.
    if !effect.isOver { firstRun(of: effect, context) }
    Graph.endTurn(context)
  }

  /// Runs an effect that was made just now, also if the updater is paused.
  func firstRun(of effect: GraphEffect, _ context: ContextRef) {
    if isPaused { effect.node.flags.insert(.paused) }
    Graph.refresh(effect.node, context)
  }

  // MARK: - Pausing

  /// Stops or continues all effects.
  func setPaused(_ isPaused: Bool, _ context: ContextRef) {
    if self.isPaused == isPaused { return }
    if let derivation = context.computing {
      Misuse.report(
        .writeInDerivation(
          derivation: Graph.describe(derivation), property: "Updater.isPaused"))
      return
    }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    // What was left to the owner may have done it.
    if self.isPaused == isPaused { return }
    self.isPaused = isPaused
    context.journal?.onRollback(context) { [self] context in setPaused(!isPaused, context) }
    var forgotten: [Graph.SeenValue] = []
    var effect = first
    while let current = effect {
      effect = current.nextEffect
      let token = current.withEffect(\.self)
      // Its commit looks whether the updater is paused.
      if token.waitsForCommit { continue }
      if isPaused { forgotten += pause(token) } else { unpause(token, context) }
    }
    // The values go when nothing of this is being changed: their `deinit` may pause again, or cancel.
    forgotten.removeAll()
    forgetSeenValues()
  }

  /// Stops an effect.
  ///
  /// - Returns: what is not needed any more.
  private func pause(_ token: GraphEffect) -> [Graph.SeenValue] {
    let effect = token.node
    token.isQueued = effect.flags.contains(.stale)
    if effect.flags.contains(.catchingUp) { catchingUpCount -= 1 }
    effect.flags.remove(.catchingUp)
    effect.flags.insert(.paused)
    Graph.loseNeed(by: effect, Context.current)
    // A running effect may not have seen its inputs to the end: `hasRun` notes them.
    return effect.flags.isDisjoint(with: [.running, .uncomputed, .dead])
      ? seenValues.note(effect) : []
  }

  /// Called when a paused effect that has seen an input under one version has it under an earlier one now.
  func rename(_ version: Version, as earlier: Version, of input: NodeRef) {
    seenValues.rename(
      Graph.SeenVersion(input: input, version: version),
      as: Graph.SeenVersion(input: input, version: earlier))
  }

  /// Called when an effect has run that was paused meanwhile.
  func hasRun(_ effect: NodeRef) {
    if effect.flags.contains(.dead) || effect.isAbandonedEffect { return }
    // As in `setPaused`.
    let forgotten = seenValues.note(effect)
    withExtendedLifetime(forgotten) {}
  }

  private func unpause(_ token: GraphEffect, _ context: ContextRef) {
    let effect = token.node
    guard effect.flags.contains(.paused) else { return }
    effect.flags.remove(.paused)
    if effect.flags.contains(.dead) { return }
    if effect.flags.contains(.watched) { Graph.noteNeed(by: effect, context) }
    // It may have been handed over since.
    effect.claim(context)
    // Those that no change has come to are looked at with the others: a lane ends where nothing has changed.
    effect.flags.formUnion([.stale, .catchingUp])
    catchingUpCount += 1
    if !token.isQueued { context.queue.append(effect) }
    token.isQueued = false
  }

  /// Called when an effect has been looked at for the first time since, or has ended.
  func hasCaughtUp() {
    catchingUpCount -= 1
    forgetSeenValues()
  }

  private func forgetSeenValues() {
    if catchingUpCount != 0 || isPaused { return }
    // As in `setPaused`.
    let forgotten = seenValues
    seenValues = SeenValues()
    withExtendedLifetime(forgotten) {}
  }

  // MARK: - Beginning and ending

  @inline(__always)
  func append(_ token: GraphEffect) {
    // SAFETY: the list owns one reference to each of its tokens; `end` passes it to the node.
    _ = Unmanaged.passRetained(token)
    token.list = self
    let effect = token.node
    effect.previousEffect = last
    if let last {
      last.nextEffect = effect
    } else {
      first = effect
    }
    last = effect
  }

  func cancel(_ token: GraphEffect) {
    if token.isAbandoned { return cancelAbandoned() }
    if let journal = Context.current.journal {
      journal.cancel(token)
    } else {
      end(token)
    }
  }

  func end(_ token: GraphEffect) {
    let context = Context.current
    let effect = token.node
    let wasCatchingUp = effect.flags.contains(.catchingUp)
    let forgotten = isPaused || catchingUpCount != 0 ? seenValues.forget(effect) : []
    effect.flags.remove(.catchingUp)
    let (previous, next) = (effect.previousEffect, effect.nextEffect)
    if let previous { previous.nextEffect = next } else { first = next }
    if let next { next.previousEffect = previous } else { last = previous }
    token.list = nil
    // The clean-ups may write; with the disposal they are one turn.
    Graph.beginTurn(context)
    let isRunning = effect.flags.contains(.running)
    Graph.dispose(effect, context)
    if !isRunning { token.runCleanUps(context) }
    Graph.endTurn(context)
    if wasCatchingUp { hasCaughtUp() }
    withExtendedLifetime(forgotten) {}
  }

  /// Cancels the effects that there are, the newest first, as one change.
  func cancel() {
    let context = Context.current
    Graph.beginTurn(context)
    var tokens: [GraphEffect] = []
    var effect = last
    while let current = effect {
      tokens.append(current.withEffect(\.self))
      effect = current.previousEffect
    }
    // A clean-up may have cancelled others.
    for token in tokens where token.list != nil { cancel(token) }
    Graph.endTurn(context)
  }

  /// Ends all effects, the newest first.
  func cancelAll() {
    while let last { end(last.withEffect(\.self)) }
  }

  // MARK: - The end of the updater

  /// Called when the updater is released, on any thread, or when the property that is watched is released elsewhere than
  /// where its owner runs.
  func release() {
    let context = Context.current
    upkeep_lock()
    // SAFETY: retained since `note`.
    let owner = owner?.takeUnretainedValue()
    upkeep_unlock()
    let isForeign = context.dropsAreForeign
    if watched == nil, !isForeign, owner?.isCurrent(context) ?? true {
      _ = upkeep_word_advance(ending, Ending.none, Ending.isEnding)
      return cancelAll()
    }
    // The list is the owner's: it is not looked at where that does not run.
    _ = upkeep_word_advance(ending, Ending.none, Ending.isDropped)
    // Watchers have no clean-ups of the program's, which might nest.
    if let owner, !owner.isGone, watched == nil || !owner.isCurrent(context) {
      owner.deferRelease(of: self)
    } else {
      // From here on it is asked whether an effect is abandoned.
      if upkeep_deferrals_posted() == 0 { upkeep_count_deferral() }
      abandonAll(context)
    }
  }

  /// Ends all effects after the updater has been dropped, where what they read may be touched; unless somebody has
  /// begun to.
  func cancelAbandoned() {
    if !upkeep_word_advance(ending, Ending.isDropped, Ending.isEnding) { return }
    cancelAll()
    letGoOfWatched(Context.current)
  }

  /// Gives up the closures of all effects after the updater has been dropped, and runs their clean-ups, where they ran
  /// last but nothing tells whether what they read may still be touched; unless somebody has begun to end them.
  func abandonAll(_ context: ContextRef) {
    guard upkeep_word_advance(ending, Ending.isDropped, Ending.isAbandoned) else { return }
    let wereForeign = context.dropsAreForeign
    context.nesting += 1
    if context.nesting == 1 { context.enter() }
    // What computes or runs here may stand on one of them. To look at its flags would be a race where another one owns it.
    let isBusy =
      context.computing != nil || context.effect != nil || context.lane != nil
      || context.isRefreshing
    while let last {
      // SAFETY: the reference is the list's, from `append`.
      let token = last.withEffect { Unmanaged.passUnretained($0) }.takeRetainedValue()
      self.last = last.previousEffect
      token.holdList()
      if isBusy {
        // Until that returns it needs its closure, its edges and its inputs. It does not start again.
        Graph.releaseLater(Unmanaged.passRetained(Abandonment(of: token)), context)
      } else {
        Self.abandon(token, context)
      }
    }
    first = nil
    context.dropsAreForeign = true
    seenValues = SeenValues()
    context.nesting -= 1
    letGoOfWatched(context)
    context.dropsAreForeign = wereForeign
    if context.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  /// Gives up the closure of an effect that is in no list any more, and runs its clean-ups.
  fileprivate static func abandon(_ token: GraphEffect, _ context: ContextRef) {
    let wereForeign = context.dropsAreForeign
    context.dropsAreForeign = true
    context.nesting += 1
    // They are the token's no longer when its node has gone.
    let more = token.more
    Graph.abandon(token.node, effect: token, context)
    Graph.beginTurn(context)
    more?.callCleanUps(context)
    // Effects that run now do not go.
    context.dropsAreForeign = wereForeign
    Graph.endTurn(context)
    context.nesting -= 1
  }

  private func letGoOfWatched(_ context: ContextRef) {
    guard let watched else { return }
    LooseReaders.letGo(of: watched, context)
    if context.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  /// The stages of the end of an updater.
  ///
  /// It is dropped on any thread, and one of those who notice ends its effects.
  enum Ending {
    static let none: UInt64 = 0
    /// Its effects do not start again.
    static let isDropped: UInt64 = 1
    /// Their closures are being given up, or have been.
    static let isAbandoned: UInt64 = 2
    /// They are being ended, or have been, one after the other.
    static let isEnding: UInt64 = 3
  }
}

/// An effect that may have been in use when its updater was abandoned: it follows at the end of the outermost turn or refresh.
private final class Abandonment {
  private let token: GraphEffect

  init(of token: GraphEffect) { self.token = token }

  deinit { EffectList.abandon(token, Context.current) }
}
