import UpkeepThread

/// The effects of one updater.
///
/// The list is an object of its own, so that a foreign thread that releases the updater can leave
/// the whole list to the owner.
@usableFromInline
final class EffectList {
  // A linked list: each node stores its neighbours.
  var first: NodeRef?
  var last: NodeRef?

  /// The stage of the updater's end, see `Ending`.
  // SAFETY: touched only by atomic operations after its initialization. If there is a `root`, that
  // list has allocated it.
  let ending: UnsafeMutablePointer<UInt64>

  private(set) var isPaused = false
  /// The values that the paused effects have seen; empty unless an effect is paused or catching up.
  var seenValues = SeenValues()
  /// The number of effects that were unpaused and have not been checked since.
  private var catchingUpCount = 0

  /// The owner of the effects, as last noted.
  private(set) var owner: Unmanaged<Owner>?

  /// The node that the effects watch; nil if they are not watchers.
  ///
  /// If the node is abandoned, it keeps its closure until its watchers have ended.
  let watched: NodeRef?

  /// The list that holds the outermost effect around these effects; nil if these effects belong to
  /// no run.
  let root: EffectList?

  #if DEBUG
    /// A ticket that gives the list's age.
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

  /// Makes a list of effects that belong to the run of another effect.
  ///
  /// The list pauses with that effect, and counts as made by the maker of the effect's updater.
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

  /// The key of the list in the record of makers.
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  deinit {
    if root == nil { ending.deallocate() }
    owner?.release()
  }

  /// Notes the owner of the effects.
  ///
  /// Called when an effect has run in that owner's isolation for the first time.
  func note(_ owner: Unmanaged<Owner>?) {
    if self.owner?.toOpaque() == owner?.toOpaque() { return }
    // The updater may be released on another thread at the same time.
    upkeep_lock()
    let old = self.owner
    self.owner = owner?.retain()
    upkeep_unlock()
    old?.release()
  }

  /// Notes the owner of a node for the effects, unless they have one; called where that owner does
  /// not run.
  func noteOwner(of node: NodeRef) {
    upkeep_lock()
    defer { upkeep_unlock() }
    if owner == nil { owner = node.owner?.retain() }
  }

  /// Runs an effect that was just made, even if the updater is paused.
  func firstRun(of effect: GraphEffect, _ context: ContextRef) {
    if isPaused { effect.node.flags.insert(.paused) }
    Graph.refresh(effect.node, context)
  }

  // MARK: - Pausing

  /// Pauses or unpauses the effects of this list, and calls `visit` with each list of inner
  /// effects.
  ///
  /// - Returns: The seen values that are no longer needed.
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
      // At the commit, `firstRun` checks whether the updater is paused.
      if token.waitsToStart { continue }
      if isPaused { forgotten += pause(token) } else { unpause(token, context) }
    }
    return forgotten
  }

  /// Pauses an effect.
  ///
  /// - Returns: The seen values that are no longer needed.
  private func pause(_ token: GraphEffect) -> [Graph.SeenValue] {
    let effect = token.node
    token.isQueued = effect.flags.contains(.stale)
    if effect.flags.contains(.catchingUp) { catchingUpCount -= 1 }
    effect.flags.remove(.catchingUp)
    effect.flags.insert(.paused)
    Graph.loseNeed(by: effect, Context.current)
    // A running effect might not have read all its inputs yet, so `hasRun` notes them later.
    return effect.flags.isDisjoint(with: [.running, .uncomputed, .dead])
      ? seenValues.note(effect) : []
  }

  /// Called when a value of an input, which had `version`, has the version `earlier` again.
  func rename(_ version: Version, as earlier: Version, of input: NodeRef) {
    seenValues.rename(
      Graph.SeenVersion(input: input, version: version),
      as: Graph.SeenVersion(input: input, version: earlier))
  }

  /// Called at the end of a run of a paused effect.
  func hasRun(_ effect: NodeRef) {
    if effect.flags.contains(.dead) || effect.isAbandonedEffect { return }
    // As in `setPaused`: a `deinit` may use the updater.
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
    // The graph may have been handed over while the effect was paused.
    effect.claim(context)
    // Effects that no change has reached are checked, too, because a lane ends where nothing has
    // changed.
    effect.flags.formUnion([.stale, .catchingUp])
    catchingUpCount += 1
    if !token.isQueued { context.pointee.queue.append(effect) }
    token.isQueued = false
  }

  /// Called when an effect has ended, or was checked for the first time since it was unpaused.
  func hasCaughtUp() {
    catchingUpCount -= 1
    forgetSeenValues()
  }

  func forgetSeenValues() {
    if catchingUpCount != 0 || isPaused { return }
    // As in `setPaused`: a `deinit` may use the updater.
    let forgotten = seenValues
    seenValues = SeenValues()
    withExtendedLifetime(forgotten) {}
  }

  // MARK: - Beginning and ending

  func append(_ token: GraphEffect) {
    // SAFETY: the list owns one reference to each of its effects; `end` passes it to the node.
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

  /// The newest effect that has not ended.
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
    // Clean-ups may write, so their writes and the disposal are one turn.
    Graph.beginTurn(context)
    let isRunning = effect.flags.contains(.running)
    Graph.dispose(effect, context)
    if !isRunning { token.runCleanUps(context) }
    Graph.endTurn(context)
    if wasCatchingUp { hasCaughtUp() }
    withExtendedLifetime(forgotten) {}
  }

  /// Ends all effects, newest first, in one turn, so that no effect runs because another one ends.
  func cancelAll() {
    if last == nil { return }
    let context = Context.current
    Graph.beginTurn(context)
    while let last {
      end(last.withEffect(\.self))
      // Nothing computes, so the objects that the effect held need not wait for the end of the
      // turn.
      if context.pointee.nesting == 1, !context.pointee.care.contains(.draining) {
        Graph.drain(context)
      }
    }
    Graph.endTurn(context)
  }
}
