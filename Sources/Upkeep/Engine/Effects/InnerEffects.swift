// Effects that were made through the handle of another effect belong to a run of that effect: they
// end before the next run, or when that effect ends, and pause with it.

/// An object that keeps effects: an `Updater`.
protocol EffectKeeper: AnyObject {
  var effects: EffectList { get }
}

extension GraphEffect {
  /// Makes effects belong to the open run or, between two runs, to the last one.
  final func keep(_ inner: any EffectKeeper) {
    madeMore.inner = inner
    node.flags.insert(.hasCleanUps)
  }

  /// The list of the effects that belong to the effect's run; nil if there are none.
  final var innerEffects: EffectList? { more?.inner?.effects }

  /// Ends the effects that belong to the effect's run, newest first; the effects of an inner
  /// effect's own run end before that effect.
  ///
  /// A running effect ends at the end of its run, and so do the effects that belong to that run.
  final func endInnerEffects() {
    unwindInnerEffects(
      entering: { !$0.node.flags.contains(.running) }, { effect in effect.list?.end(effect) })
  }

  /// Releases the closures of the effects that belong to the effect's run, in the same order.
  final func abandonInnerEffects(_ context: ContextRef) {
    unwindInnerEffects(
      entering: { _ in true },
      { effect in effect.list?.abandonNewest(isBusy: false, context) })
  }

  /// Visits each of the effects that belong to the effect's run, with a path in place of recursion.
  ///
  /// - Parameters:
  ///   - isEntered: whether to visit the effects of an inner effect's own run, too.
  ///   - leave: removes an effect from its list.
  private final func unwindInnerEffects(
    entering isEntered: (GraphEffect) -> Bool, _ leave: (GraphEffect) -> Void
  ) {
    var path: [GraphEffect] = [self]
    while let effect = path.last {
      // A clean-up may have ended other effects, and made some.
      if effect === self || isEntered(effect), let newest = effect.innerEffects?.newest {
        path.append(newest)
      } else {
        path.removeLast()
        if effect !== self { leave(effect) }
      }
    }
  }
}
