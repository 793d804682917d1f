extension Graph {
  /// Compares the inputs of an effect that was paused with the values that the effect has seen,
  /// before its first check.
  ///
  /// An input that has the seen value again counts as unchanged, whatever its values in between.
  /// Like the check, this refreshes the inputs in the order of reading, up to the first changed
  /// one. Inputs that wait for models are not refreshed.
  @inline(never)
  static func catchUp(_ effect: NodeRef, waiting waits: Bool, _ context: ContextRef) {
    guard let list = effect.withEffect({ $0.list }) else { return }
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
      // If this input has changed, the effect runs, and might not read the rest again.
      guard isStillTrue(seen, by: list.seenValues, &verified, context) else { break }
      current.version = input.version
    }
    list.hasCaughtUp()
  }

  /// Whether an input has the value that was seen.
  ///
  /// `verified` holds the comparisons that were made already for the effect.
  private static func isStillTrue(
    _ seen: SeenVersion, by seenValues: SeenValues,
    _ verified: inout Set<SeenVersion>, _ context: ContextRef
  ) -> Bool {
    var pending = [seen]
    while let seen = pending.popLast() {
      if seen.input.version == seen.version || verified.contains(seen) { continue }
      guard let seenValue = seenValues[seen] else { return false }
      context.pointee.computing = seen.input
      let isTrue = seenValue.isStillTrue()
      context.pointee.computing = nil
      if !isTrue { return false }
      verified.insert(seen)
      pending += seenValue.parts.map(\.seen)
    }
    return true
  }

  /// Notes that a round has reached an effect: a paused effect then counts as not queued.
  ///
  /// - Returns: Whether the effect is paused.
  @discardableResult
  static func leave(_ effect: NodeRef) -> Bool {
    guard effect.flags.contains(.paused) else { return false }
    effect.withEffect { $0.isQueued = false }
    return true
  }
}
