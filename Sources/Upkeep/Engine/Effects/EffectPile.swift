#if DEBUG
  import UpkeepThread

  // Finds effects that pile up: each run of an effect leaves one more effect in an updater that is
  // older than the run.

  /// An effect that a run has added to an updater older than the run.
  struct EffectAddition {
    weak var effect: GraphEffect?
    /// The ticket of the effect's list.
    let list: UInt64
  }

  /// The effects that consecutive runs of one effect have left, one for each run.
  struct EffectPile {
    /// The number of effects left in a row that is reported as a mistake.
    static let limit = 100

    private var left: [EffectAddition] = []
    private var isReported = false

    var isEmpty: Bool { left.isEmpty }

    mutating func removeAll() { left = [] }

    /// Adds the effect that a run has left, and returns whether the pile is to be reported.
    mutating func add(_ addition: EffectAddition) -> Bool {
      if isReported { return false }
      left.append(addition)
      if left.count < Self.limit { return false }
      left.removeAll { $0.effect?.isOver ?? true }
      isReported = left.count == Self.limit
      if isReported { left = [] }
      return isReported
    }
  }

  extension Graph {
    /// Called before an effect runs.
    static func beginRun(_ context: ContextRef) -> Guests.OpenRun {
      let outer = Guests.OpenRun(
        effect: context.pointee.effect, start: context.effects.runStart,
        additionCount: context.effects.additions.count)
      context.effects.runStart = upkeep_take_ticket()
      return outer
    }

    /// Called when an effect was added to an updater.
    static func noteAddition(_ effect: GraphEffect, to list: EffectList) {
      let context = Context.current
      if context.pointee.effect == nil || list.ticket > context.effects.runStart { return }
      context.effects.additions.append(EffectAddition(effect: effect, list: list.ticket))
    }

    /// Called when an effect has run.
    static func endRun(of node: NodeRef, inside outer: Guests.OpenRun, _ context: ContextRef) {
      let start = context.effects.runStart
      context.effects.runStart = outer.start
      let left = context.effects.additions[outer.additionCount...].last {
        $0.list < start && $0.effect?.isOver == false
      }
      if outer.effect == nil { context.effects.additions.removeAll() }
      if node.flags.contains(.dead) || node.isAbandonedEffect { return }
      node.withEffect { effect in
        guard let left else {
          if effect.more?.pile.isEmpty == false { effect.more?.pile.removeAll() }
          return
        }
        if effect.madeMore.pile.add(left), let made = left.effect {
          Misuse.report(
            .effectsPileUp(
              effect: describe(node), made: made.label.description, runs: EffectPile.limit))
        }
      }
    }
  }
#endif
