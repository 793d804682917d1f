import UpkeepThread

// The end of an updater.
extension EffectList {
  /// Called when the updater is released, on any thread, or when the property that is watched is
  /// released elsewhere than where its owner runs.
  func release() {
    // A run has ended its effects before; only those that one of their clean-ups has made are left.
    if root != nil { return cancelAll() }
    let context = Context.current
    upkeep_lock()
    // SAFETY: retained since `note`.
    let owner = owner?.takeUnretainedValue()
    upkeep_unlock()
    let isForeign = context.pointee.care.contains(.foreign)
    if watched == nil, !isForeign, owner?.isCurrent(context) ?? true {
      _ = upkeep_word_advance(ending, Ending.none, Ending.isEnding)
      return cancelAll()
    }
    // The list is the owner's: it is not looked at where that does not run.
    _ = upkeep_word_advance(ending, Ending.none, Ending.isDropped)
    // Watchers have no clean-ups of the program's, which might nest.
    if let owner, !owner.isGone, watched == nil || !owner.isCurrent(context) {
      owner.leave(DeferredRelease(of: self))
    } else {
      // From here on it is asked whether an effect is abandoned.
      if upkeep_deferrals_posted() == 0 { upkeep_count_deferral() }
      abandonAll(context)
    }
  }

  /// Ends all effects after the updater has been dropped, where what they read may be touched;
  /// unless somebody has begun to.
  func cancelAbandoned() {
    if !upkeep_word_advance(ending, Ending.isDropped, Ending.isEnding) { return }
    let list = root ?? self
    list.cancelAll()
    list.letGoOfWatched(Context.current)
  }

  /// Gives up the closures of all effects after the updater has been dropped, and runs their
  /// clean-ups, where they ran last but nothing tells whether what they read may still be touched;
  /// unless somebody has begun to end them.
  func abandonAll(_ context: ContextRef) {
    guard upkeep_word_advance(ending, Ending.isDropped, Ending.isAbandoned) else { return }
    context.pointee.nesting += 1
    if context.pointee.nesting == 1 { context.enter() }
    // A computation or an effect here may stand on one of them. Its flags are not looked at:
    // another owner may be at work.
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

  /// Gives up the closure of the newest effect, and runs its clean-ups; later, if something may
  /// stand on it.
  func abandonNewest(isBusy: Bool, _ context: ContextRef) {
    guard let newest = last else { return }
    // SAFETY: the reference is the list's, from `append`.
    let token = newest.withEffect { Unmanaged.passUnretained($0) }.takeRetainedValue()
    last = newest.previousEffect
    if last == nil { first = nil }
    token.holdList()
    if isBusy {
      // Until that returns it needs its closure, its edges and its inputs. It does not start again.
      Graph.releaseLater(Unmanaged.passRetained(Abandonment(of: token)), context)
    } else {
      Self.abandon(token, context)
    }
  }

  /// Called when all effects have been given up, before the updater goes.
  func noteAbandoned() { seenValues = SeenValues() }

  /// Gives up the closure of an effect that is in no list any more, and runs its clean-ups, after
  /// those of the effects that belong to its run.
  fileprivate static func abandon(_ token: GraphEffect, _ context: ContextRef) {
    token.abandonInnerEffects(context)
    context.asForeign {
      token.innerEffects?.noteAbandoned()
      context.pointee.nesting += 1
      // They are the token's no longer when its node has gone.
      let more = token.more
      Graph.abandon(token.node, effect: token, context)
      Graph.beginTurn(context)
      more?.callCleanUps(context)
    }
    // Effects that run now do not go.
    Graph.endTurn(context)
    context.pointee.nesting -= 1
  }

  private func letGoOfWatched(_ context: ContextRef) {
    guard let watched else { return }
    LooseReaders.letGo(of: watched, context)
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
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

/// An effect that may have been in use when its updater was abandoned: it follows at the end of the
/// outermost turn or refresh.
private final class Abandonment {
  private let token: GraphEffect

  init(of token: GraphEffect) { self.token = token }

  deinit { EffectList.abandon(token, Context.current) }
}

/// The release of an updater that was dropped where its owner does not run, on its way to the owner.
private final class DeferredRelease: Letter {
  private let list: EffectList

  init(of list: EffectList) {
    self.list = list
    super.init()
  }

  override func open(_ context: ContextRef) { list.abandonAll(context) }
}

extension Graph {
  /// Called when a turn has come to an effect of an updater that was dropped elsewhere: ends all of them, for who may
  /// touch what one of them reads may touch what the others read.
  static func endAbandoned(_ effect: NodeRef) {
    effect.withEffect { $0.list }?.cancelAbandoned()
  }
}
