extension Graph {
  /// A value that an effect of a paused updater has seen.
  struct SeenVersion: Hashable {
    let input: NodeRef
    let version: Version
  }

  /// A test of whether an input has that value again.
  struct SeenValue {
    // A reference, so that the node does not come to stand for another property.
    let property: GraphElement
    /// Whether its own part is what it was.
    let isStillTrue: () -> Bool
    /// The other inputs that have to be what they were: the children of a collecting node.
    var parts: [Part] = []
  }

  /// The version that a collecting node has seen of one of its inputs.
  struct Part {
    let property: GraphElement
    let version: Version
    var seen: SeenVersion { SeenVersion(input: property.node, version: version) }
  }

  /// Before the first check of an effect that was paused: an input that is again what the effect has seen
  /// has not changed for it, whatever it was in between.
  ///
  /// Like that check it refreshes the inputs in the order of reading, up to the first that has
  /// changed. Inputs that wait for models are not refreshed.
  @inline(never)
  static func catchUp(_ effect: NodeRef, _ context: ContextRef) {
    effect.flags.remove(.catchingUp)
    guard let list = effect.withEffect({ $0.list }) else { return }
    let waits = hasOnlyModelsAbove(effect, context)
    var verified: Set<SeenVersion> = []
    var edge = effect.firstInput
    while let current = edge, effect.flags.isDisjoint(with: [.dead, .changed]) {
      edge = current.nextInput
      let input = current.input
      if input.flags.contains(.dead) { continue }
      if !waits, !input.flags.isDisjoint(with: [.stale, .uncomputed]) {
        refreshInput(input, context)
      }
      if current.version == input.version { continue }
      let seen = SeenVersion(input: input, version: current.version)
      // If this has changed the effect runs, and may not read the rest again.
      guard isStillTrue(seen, by: list.seenValues, &verified, context) else { break }
      current.version = input.version
    }
    list.hasCaughtUp()
  }

  /// Whether an input is what it was.
  ///
  /// Each test that this takes is made once for all inputs of an effect.
  private static func isStillTrue(
    _ seen: SeenVersion, by seenValues: SeenValues,
    _ verified: inout Set<SeenVersion>, _ context: ContextRef
  ) -> Bool {
    var pending = [seen]
    while let seen = pending.popLast() {
      if seen.input.version == seen.version || verified.contains(seen) { continue }
      guard let seenValue = seenValues[seen] else { return false }
      context.computing = seen.input
      let isTrue = seenValue.isStillTrue()
      context.computing = nil
      if !isTrue { return false }
      verified.insert(seen)
      pending += seenValue.parts.map(\.seen)
    }
    return true
  }
}
