import UpkeepThread

// The special cases of an effect's run: a first run, clean-ups, a pause, an end.
extension Graph {
  /// Marks a woken computation as checked.
  static func passOver(_ node: NodeRef) {
    let isCatchingUp = node.flags.contains(.catchingUp)
    node.flags.subtract([.stale, .catchingUp])
    if isCatchingUp { node.withEffect { $0.list }?.hasCaughtUp() }
  }

  /// Postpones the first run of an effect until nothing computes.
  static func startLater(_ effect: GraphEffect, _ context: ContextRef) {
    effect.waitsToStart = true
    context.effects.born.append(effect)
    context.pointee.care.insert(.leftovers)
  }
}

/// The state of updaters' effects in a thread.
class EffectGuest: EditGuest {
  // SAFETY: changed only by its own operations, which run no code of the program.
  /// Effects that derivations have made; they run as soon as nothing computes.
  @exclusivity(unchecked) final var born: [GraphEffect] = []
  // SAFETY: read and written whole.
  /// The effect whose clean-ups are being called, and the derivation in which they are called.
  @exclusivity(unchecked) final var ending: (effect: GraphEffect, derivation: NodeRef?)?
  #if DEBUG
    // SAFETY: as above.
    /// The ticket with which the innermost open run began.
    @exclusivity(unchecked) final var runStart: UInt64 = 0
    // SAFETY: as above.
    /// The effects that open runs of effects have added to older updaters, oldest first.
    @exclusivity(unchecked) final var additions: [EffectAddition] = []
  #endif

  /// The variant of `Graph.callEffect` for a first run, and for an effect that has clean-ups or may
  /// have ended.
  override final func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {
    // A first run has nothing to undo. Clean-ups that were added to the effect's handle in the
    // transaction that made the effect belong to this run.
    if flags.intersection([.hasCleanUps, .uncomputed]) == .hasCleanUps {
      node.withEffect { $0.runCleanUps(context) }
    }
    if node.isAbandonedEffect { return Graph.endAbandoned(node) }
    if node.flags.contains(.dead) { return }
    // The edges have to be attached and up to date before the closure runs, because the closure may
    // write the effect's own inputs. The check has done that, except for a first run and for inputs
    // that a clean-up wrote.
    if flags.contains(.declared), !flags.isDisjoint(with: [.uncomputed, .hasCleanUps]) {
      Graph.refreshInputs(of: node, context)
      if node.flags.contains(.dead) || node.isAbandonedEffect { return }
    }
    Graph.callEffect(node, flags, context)
  }

  /// Ends the run of an effect that has ended, was paused, has changed inputs, or has to note
  /// another owner.
  override final func endEffect(_ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef) {
    if node.flags.contains(.dead) { node.withEffect { $0.runCleanUps(context) } }
    context.pointee.keepDepth &-= 1
    context.pointee.effect = outer
    node.flags.subtract([.running, .uncomputed])
    if node.flags.intersection([.dead, .stale]) == .stale { noteChangedInputs(of: node) }
    if node.flags.contains(.paused) { node.withEffect { $0.list?.hasRun(node) } }
    node.claim(context)
  }

  override final func isAbandoned(_ effect: NodeRef) -> Bool { effect.isAbandonedEffect }

  /// Makes an effect run again if an input has changed since the effect read it in this run.
  ///
  /// The effect may have read the new value as well. If a later effect then restores the first
  /// value, that is a change for this effect.
  private final func noteChangedInputs(of effect: NodeRef) {
    for edge in effect.inputs where edge.version != edge.input.version {
      Graph.restoreIfUnchanged(edge.input)
      if edge.version != edge.input.version { edge.version = .never }
    }
  }

  #if DEBUG
    /// Called before an effect runs.
    override final func willRun(_ effect: NodeRef, _ context: ContextRef) -> OpenRun {
      let outer = OpenRun(
        effect: context.pointee.effect, start: runStart, additionCount: additions.count)
      runStart = upkeep_take_ticket()
      return outer
    }

    /// Called when an effect has run.
    override final func didRun(_ node: NodeRef, inside outer: OpenRun, _ context: ContextRef) {
      let start = runStart
      runStart = outer.start
      let left = additions[outer.additionCount...].last {
        $0.list < start && $0.effect?.isOver == false
      }
      if outer.effect == nil { additions.removeAll() }
      if node.flags.contains(.dead) || node.isAbandonedEffect { return }
      node.withEffect { effect in
        guard let left else {
          if effect.more?.pile.isEmpty == false { effect.more?.pile.removeAll() }
          return
        }
        if effect.madeMore.pile.add(left), let made = left.effect {
          Misuse.report(
            .effectsPileUp(
              effect: Graph.describe(node), made: made.label.description, runs: EffectPile.limit))
        }
      }
    }
  #endif
}

extension ContextRef {
  /// The guest that runs the effects of updaters.
  var effects: EffectGuest { guest(EffectGuest.self) }
}
