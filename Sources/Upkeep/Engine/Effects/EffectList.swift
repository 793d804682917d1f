import UpkeepThread

/// The effects of one updater, in a list of their own so that a foreign thread that releases the
/// updater can leave it to the owner whole.
@usableFromInline
final class EffectList {
  // Each node keeps its neighbours.
  var first: NodeRef?
  var last: NodeRef?

  /// The stage of the end of the program's updater, see `Ending`.
  // SAFETY: after its initialization touched only by atomic operations. `root`, if there is one,
  // has allocated it.
  let ending: UnsafeMutablePointer<UInt64>

  private(set) var isPaused = false
  /// The values that the paused effects have seen; empty while nothing is paused or catches up.
  var seenValues = SeenValues()
  /// The number of effects that have been unpaused and not been looked at since.
  private var catchingUpCount = 0

  /// The owner of the effects.
  private(set) var owner: Unmanaged<Owner>?

  /// The node of the property whose watchers these are, and which waits for them where it is dropped elsewhere.
  let watched: NodeRef?

  /// The list of the program's updater in which the effect is, or the outermost one, to whose run
  /// these belong; nil in that list.
  let root: EffectList?

  #if DEBUG
    /// Tells its age.
    let ticket = upkeep_take_ticket()
  #endif

  init(watching watched: NodeRef? = nil) {
    self.watched = watched
    root = nil
    ending = .allocate(capacity: 1)
    ending.initialize(to: Ending.none)
    let context = Context.current
    if !context.makesPlainly { Graph.noteMade(at: address, context) }
  }

  /// Makes a list of effects that belong to the run of another one.
  ///
  /// They pause with it, and what has made its updater has made theirs.
  init(inside effect: GraphEffect) {
    watched = nil
    let outer = effect.list
    root = outer?.root ?? outer
    isPaused = outer?.isPaused ?? false
    if let root {
      ending = root.ending
    } else {
      ending = .allocate(capacity: 1)
      ending.initialize(to: Ending.none)
    }
    if let outer { Graph.noteMade(at: address, with: outer.address, Context.current) }
  }

  /// Stands for the list where somebody asks who has made it.
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  deinit {
    if root == nil { ending.deallocate() }
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

  /// Runs an effect that was made just now, also if the updater is paused.
  func firstRun(of effect: GraphEffect, _ context: ContextRef) {
    if isPaused { effect.node.flags.insert(.paused) }
    Graph.refresh(effect.node, context)
  }

  // MARK: - Pausing

  /// Stops or continues the effects of this list; `visit` is called with each list of inner
  /// effects.
  ///
  /// - Returns: what is not needed any more.
  func setAllPaused(
    _ isPaused: Bool, _ context: ContextRef, _ visit: (EffectList) -> Void
  ) -> [Graph.SeenValue] {
    self.isPaused = isPaused
    var forgotten: [Graph.SeenValue] = []
    var effect = first
    while let current = effect {
      effect = current.nextEffect
      let token = current.withEffect(\.self)
      if let inner = token.innerEffects { visit(inner) }
      // Its commit looks whether the updater is paused.
      if token.waitsToStart { continue }
      if isPaused { forgotten += pause(token) } else { unpause(token, context) }
    }
    return forgotten
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
    if !effect.flags.isDisjoint(with: .attachingGuests) {
      context.ask { $0.gainNeed(by: effect, context) }
    }
    // It may have been handed over since.
    effect.claim(context)
    // Those that no change has come to are looked at with the others: a lane ends where nothing has changed.
    effect.flags.formUnion([.stale, .catchingUp])
    catchingUpCount += 1
    if !token.isQueued { context.pointee.queue.append(effect) }
    token.isQueued = false
  }

  /// Called when an effect has been looked at for the first time since, or has ended.
  func hasCaughtUp() {
    catchingUpCount -= 1
    forgetSeenValues()
  }

  func forgetSeenValues() {
    if catchingUpCount != 0 || isPaused { return }
    // As in `setPaused`.
    let forgotten = seenValues
    seenValues = SeenValues()
    withExtendedLifetime(forgotten) {}
  }

  // MARK: - Beginning and ending

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

  /// The effect that was made last and has not ended.
  var newest: GraphEffect? { last?.withEffect(\.self) }

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

  /// Ends all effects, the newest first, as one change: none of them runs because of what the end
  /// of another one has changed.
  func cancelAll() {
    if last == nil { return }
    let context = Context.current
    Graph.beginTurn(context)
    while let last {
      end(last.withEffect(\.self))
      // Nothing computes: what each effect held need not wait for the end of the turn.
      if context.pointee.nesting == 1, !context.pointee.care.contains(.draining) {
        Graph.drain(context)
      }
    }
    Graph.endTurn(context)
  }
}
