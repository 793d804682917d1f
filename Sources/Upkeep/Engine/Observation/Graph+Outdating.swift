// Between the announcement of a model and the owner's next turn its readers are *outdated*: stale, but for the effects
// below them, which nobody has woken. So here alone Invariant 1 does not hold; the next turn begins by making it hold.
// A turn inside somebody's tracking does not: see `Graph+Waiting`.
extension Graph {
  /// Marks the derived values below a node as stale, and wakes no effect; says whether there is one below.
  ///
  /// - Complexity: O(edges below that were fresh), with allocation.
  static func outdate(below source: NodeRef) -> Bool {
    var isAboveEffect = false
    walk(below: source) { edge in
      let node = edge.subscriber
      let flags = node.flags
      if flags.contains(.effect) { isAboveEffect = true }
      if !flags.isDisjoint(with: [.effect, .stale, .checking, .running]) { return false }
      node.flags = flags.union(.stale)
      return true
    }
    return isAboveEffect
  }

  /// Takes back what `outdate(below:)` did, so that a marking pass finds every effect.
  ///
  /// It may take more: but all that it reaches the pass reaches, too.
  static func freshen(below source: NodeRef) {
    walk(below: source) { edge in
      let node = edge.subscriber
      let flags = node.flags
      if flags.intersection([.effect, .stale, .checking, .running]) != .stale { return false }
      node.flags = flags.subtracting(.stale)
      return true
    }
  }

  /// Has an effect run in the turn that is open, whatever its inputs.
  static func wake(_ effect: NodeRef, _ context: ContextRef) {
    let wasStale = effect.flags.contains(.stale)
    effect.flags.formUnion([.stale, .changed])
    effect.claim(context)
    if !wasStale, effect.flags.isDisjoint(with: [.dead, .paused]) {
      context.pointee.queue.append(effect)
    }
  }
}
