import UpkeepThread

// Ending an updater.
extension EffectList {
  /// Called when the updater is released, on any thread, or when the watched property is released
  /// off its owner.
  func release() {
    // An updater inside an effect: its effects have ended with the run that they belonged to. Only
    // effects that a clean-up has made since are left.
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
    // The list belongs to its owner: elsewhere it is not touched.
    _ = upkeep_word_advance(ending, Ending.none, Ending.isDropped)
    // Watchers have no clean-ups of the program, which might nest.
    if let owner, !owner.isGone, watched == nil || !owner.isCurrent(context) {
      owner.leave(DeferredRelease(of: self))
    } else {
      // Code asks whether an effect is abandoned only while the count is above 0.
      if upkeep_deferrals_posted() == 0 { upkeep_count_deferral() }
      abandonAll(context)
    }
  }

  /// Ends all effects of a dropped updater; called where their inputs may be touched.
  ///
  /// Does nothing if the end has begun already.
  func cancelAbandoned() {
    if !upkeep_word_advance(ending, Ending.isDropped, Ending.isEnding) { return }
    let list = root ?? self
    list.cancelAll()
    list.letGoOfWatched(Context.current)
  }

  /// Gives up the closures of all effects after the updater was dropped, and runs their clean-ups.
  ///
  /// This runs where the effects ran last, but their inputs may be in use elsewhere and are not
  /// touched. Does nothing if the end has begun already.
  func abandonAll(_ context: ContextRef) {
    guard upkeep_word_advance(ending, Ending.isDropped, Ending.isAbandoned) else { return }
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { context.enter() }
    // A computation or effect that is open here may use one of these effects. The effects' own
    // flags are not read: another owner may be changing them.
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
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  /// Gives up the closure of the newest effect and runs its clean-ups.
  ///
  /// If open code may use the effect, both wait until the outermost turn or refresh has ended.
  func abandonNewest(isBusy: Bool, _ context: ContextRef) {
    guard let newest = last else { return }
    // SAFETY: the reference is the list's own, from `append`.
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

  /// Called when all effects have been given up, before the updater is freed.
  func noteAbandoned() { seenValues = SeenValues() }

  /// Gives up the closure of an effect that has left its list, and runs its clean-ups.
  ///
  /// The effects that belong to its run go first.
  private static func abandon(_ token: GraphEffect, _ context: ContextRef) {
    token.abandonInnerEffects(context)
    context.asForeign {
      token.innerEffects?.noteAbandoned()
      context.pointee.nesting += 1
      // The effect loses `more` when its node is freed.
      let more = token.more
      Graph.abandon(token.node, effect: token, context)
      Graph.beginTurn(context)
      more?.callCleanUps(context)
    }
    // Effects that run now must not be freed.
    Graph.endTurn(context)
    context.pointee.nesting -= 1
  }

  private func letGoOfWatched(_ context: ContextRef) {
    guard let watched else { return }
    LooseReaders.letGo(of: watched, context)
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  /// The stages of an updater's end.
  ///
  /// An updater may be dropped on any thread. The first thread that advances the stage from
  /// `isDropped` ends or abandons the effects.
  enum Ending {
    static let none: UInt64 = 0
    /// The updater was dropped; its effects do not start again.
    static let isDropped: UInt64 = 1
    /// The effects' closures are being given up, or were.
    static let isAbandoned: UInt64 = 2
    /// The effects are being ended one by one, or were.
    static let isEnding: UInt64 = 3
  }
}

/// The release of an updater that was dropped off its owner, sent to the owner.
private final class DeferredRelease: Letter {
  private let list: EffectList

  init(of list: EffectList) {
    self.list = list
    super.init()
  }

  override func open(_ context: ContextRef) { list.abandonAll(context) }
}

extension Graph {
  /// Ends all effects of an updater that was dropped elsewhere; called when a turn has come to one
  /// of them.
  ///
  /// Code that may touch one effect's inputs may touch the inputs of all of them.
  static func endAbandoned(_ effect: NodeRef) {
    effect.withEffect { $0.list }?.cancelAbandoned()
  }
}
