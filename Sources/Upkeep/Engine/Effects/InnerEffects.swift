// Effects that were made through the handle of another effect belong to its run: they end before
// its next run, or with it, and pause with it.

/// Keeps effects: an `Updater`.
protocol EffectKeeper: AnyObject {
  var effects: EffectList { get }
}

extension GraphEffect {
  /// Has effects belong to the run under way or, between two runs, to the last one.
  final func keep(_ inner: any EffectKeeper) {
    madeMore.inner = inner
    node.flags.insert(.hasCleanUps)
  }

  /// The list of the effects that belong to its run, nil if there are none.
  final var innerEffects: EffectList? { more?.inner?.effects }

  /// Ends the effects that belong to its run: the newest first, and before each one those that
  /// belong to its own run.
  ///
  /// A running effect ends when its run does, and so do the effects that belong to that run.
  final func endInnerEffects() {
    unwindInnerEffects(
      entering: { !$0.node.flags.contains(.running) }, { effect in effect.list?.end(effect) })
  }

  /// Gives up the effects that belong to its run, in the same order.
  final func abandonInnerEffects(_ context: ContextRef) {
    unwindInnerEffects(
      entering: { _ in true },
      { effect in effect.list?.abandonNewest(isBusy: false, context) })
  }

  /// Comes to each of the effects that belong to its run.
  ///
  /// Depth takes no stack.
  ///
  /// - Parameters:
  ///   - isEntered: whether to come to those that belong to the run of one of them, too.
  ///   - leave: removes one from its list.
  private final func unwindInnerEffects(
    entering isEntered: (GraphEffect) -> Bool, _ leave: (GraphEffect) -> Void
  ) {
    var path: [GraphEffect] = [self]
    while let effect = path.last {
      // A clean-up may have ended others, and made some.
      if effect === self || isEntered(effect), let newest = effect.innerEffects?.newest {
        path.append(newest)
      } else {
        path.removeLast()
        if effect !== self { leave(effect) }
      }
    }
  }
}
