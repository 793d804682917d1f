#if DEBUG
  // Finds effects that pile up: each run of an effect leaves one more effect in an updater that is
  // older than the run.

  /// An effect that a run has added to an updater older than the run.
  struct EffectAddition {
    weak var effect: GraphEffect?
    /// The ticket of the effect's list.
    let list: UInt64
  }

  /// The effects that consecutive runs of one effect have left behind, one for each run.
  struct EffectPile {
    /// The number of consecutive runs with an effect left behind that is reported as a mistake.
    static let limit = 100

    private var left: [EffectAddition] = []
    private var isReported = false

    var isEmpty: Bool { left.isEmpty }

    mutating func removeAll() { left = [] }

    /// Adds the effect that a run has left behind, and returns whether to report the pile.
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
    /// Records an effect that an open run has added to an older updater.
    static func noteAddition(_ effect: GraphEffect, to list: EffectList) {
      let context = Context.current
      if context.pointee.effect == nil || list.ticket > context.effects.runStart { return }
      context.effects.additions.append(EffectAddition(effect: effect, list: list.ticket))
    }
  }
#endif
