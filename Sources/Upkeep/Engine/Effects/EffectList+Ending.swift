import UpkeepThread

// The end of an updater.
extension EffectList {
  /// Ends the effects; called when the updater is released, on any thread, or when the watched
  /// property is released off its owner.
  func release() {
    // The effects of an updater inside an effect have ended with the run that they belonged to.
    // Only effects that a clean-up has made since then are left.
    if root != nil { return cancelAll() }
    let context = Context.current
    upkeep_lock()
    // SAFETY: `note` has retained it.
    let owner = owner?.takeUnretainedValue()
    upkeep_unlock()
    let isForeign = context.pointee.care.contains(.foreign)
    if watched == nil, !isForeign, owner?.isCurrent(context) ?? true {
      _ = upkeep_word_advance(ending, Ending.none, Ending.isEnding)
      return cancelAll()
    }
    // The list belongs to its owner, so other code does not touch it.
    _ = upkeep_word_advance(ending, Ending.none, Ending.isDropped)
    // Watchers have no clean-ups of the program, which could nest, so they are abandoned at once
    // where their owner runs.
    if let owner, !owner.isGone, watched == nil || !owner.isCurrent(context) {
      owner.leave(DeferredRelease(of: self))
    } else {
      // The engine checks whether an effect is abandoned only while the count is above 0.
      if upkeep_deferrals_posted() == 0 { upkeep_count_deferral() }
      abandonAll(context)
    }
  }

  /// Ends all effects of a released updater; called where their inputs may be touched.
  ///
  /// Does nothing if the end has begun already.
  func cancelAbandoned() {
    if !upkeep_word_advance(ending, Ending.isDropped, Ending.isEnding) { return }
    let list = root ?? self
    list.cancelAll()
    list.letGoOfWatched(Context.current)
  }

  /// Releases the closures of all effects after the updater was released, and runs their clean-ups.
  ///
  /// This runs in the isolation where the effects ran last, but their inputs may be in use
  /// elsewhere and are not touched. It does nothing if the end has begun already.
  func abandonAll(_ context: ContextRef) {
    guard upkeep_word_advance(ending, Ending.isDropped, Ending.isAbandoned) else { return }
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { context.enter() }
    // A computation or effect that is open here may use one of these effects. The flags of the
    // effects are not read, because another owner may be changing them.
    let isBusy =
      context.pointee.computing != nil || context.pointee.effect != nil
      || context.pointee.lane != nil
      || context.isRefreshing
    while last != nil { abandonNewest(isBusy: isBusy, context) }
    context.asForeign {
      seenValues = SeenValues()
      context.pointee.nesting -= 1
      letGoOfWatched(context)
    }
    context.settleIfIdle()
  }

  /// Releases the closure of the newest effect and runs its clean-ups.
  ///
  /// If open code may use the effect, both steps wait until the outermost turn or refresh has
  /// ended.
  func abandonNewest(isBusy: Bool, _ context: ContextRef) {
    guard let newest = last else { return }
    // SAFETY: the reference is the one that `append` has retained for the list.
    let token = newest.withEffect { Unmanaged.passUnretained($0) }.takeRetainedValue()
    last = newest.previousEffect
    if last == nil { first = nil }
    token.holdList()
    if isBusy {
      // The open code needs the effect's closure, edges and inputs until it returns. The effect
      // does not start again.
      Graph.whenAllHasEnded(context) { Self.abandon(token, $0) }
    } else {
      Self.abandon(token, context)
    }
  }

  /// Called when all effects have been abandoned, before the updater is freed.
  func noteAbandoned() { seenValues = SeenValues() }

  /// Releases the closure of an effect that has left its list, and runs its clean-ups.
  ///
  /// The effects that belong to its run are abandoned first.
  private static func abandon(_ token: GraphEffect, _ context: ContextRef) {
    token.abandonInnerEffects(context)
    context.asForeign {
      token.innerEffects?.noteAbandoned()
      context.pointee.nesting += 1
      // The effect loses `more` when its node is freed.
      let more = token.more
      Graph.abandon(token.node, effect: token, context)
      Graph.beginTurn(context)
      more?.callCleanUps(of: token, context)
    }
    // Effects that this flush runs must not be freed.
    Graph.endTurn(context)
    context.pointee.nesting -= 1
  }

  private func letGoOfWatched(_ context: ContextRef) {
    guard let watched else { return }
    LooseReaders.letGo(of: watched, context)
    context.settleIfIdle()
  }

  /// The stages of an updater's end.
  ///
  /// An updater may be released on any thread. The first thread that advances the stage from
  /// `isDropped` ends or abandons the effects.
  enum Ending {
    static let none: UInt64 = 0
    /// The updater was released; its effects do not start again.
    static let isDropped: UInt64 = 1
    /// The effects' closures are being released, or were released.
    static let isAbandoned: UInt64 = 2
    /// The effects are being ended one by one, or have ended.
    static let isEnding: UInt64 = 3
  }
}

/// The release of an updater off its owner, sent to the owner.
private final class DeferredRelease: Letter {
  private let list: EffectList

  init(of list: EffectList) {
    self.list = list
    super.init()
  }

  override func open(_ context: ContextRef) { list.abandonAll(context) }
}

extension Graph {
  /// Ends all effects of an updater that was released elsewhere; called when a turn reaches one of
  /// them.
  ///
  /// Code that may touch one effect's inputs may touch the inputs of all of them.
  static func endAbandoned(_ effect: NodeRef) {
    effect.withEffect { $0.list }?.cancelAbandoned()
  }
}
