// Between a model's announcement and the owner's next turn, the model's readers are *outdated*:
// stale, although the effects below them have not been woken. Only here Invariant 1 does not hold,
// and the next turn begins by restoring it. A turn inside tracking by Observation leaves that to a
// later turn: see `Graph+Waiting`.
extension Graph {
  /// Marks the derived values below a node as stale without waking effects, and returns whether an
  /// effect is below.
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

  /// Reverts `outdate(below:)`, so that a marking pass finds every effect.
  ///
  /// This may make more values fresh, but the marking pass reaches all of them, too.
  static func freshen(below source: NodeRef) {
    walk(below: source) { edge in
      let node = edge.subscriber
      let flags = node.flags
      if flags.intersection([.effect, .stale, .checking, .running]) != .stale { return false }
      node.flags = flags.subtracting(.stale)
      return true
    }
  }

  /// Makes an effect run in the open turn, whatever its inputs.
  static func wake(_ effect: NodeRef, _ context: ContextRef) {
    let wasStale = effect.flags.contains(.stale)
    effect.flags.formUnion([.stale, .changed])
    effect.claim(context)
    if !wasStale, effect.flags.isDisjoint(with: [.dead, .paused]) {
      context.pointee.queue.append(effect)
    }
  }
}
