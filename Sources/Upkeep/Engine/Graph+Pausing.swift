extension Graph {
  /// A value that an effect of a paused updater has seen.
  struct SeenVersion: Hashable {
    let input: NodePointer
    let version: UInt32
  }

  /// What tells whether an input has that value again.
  struct Witness {
    // A reference, so that the node does not come to stand for another property.
    let property: UntypedProperty
    let isStillTrue: () -> Bool
  }

  /// Notes what an effect that pauses has seen of each input.
  ///
  /// - Complexity: O(inputs); keeps the values.
  static func testify(_ effect: NodePointer, to witnesses: inout [SeenVersion: Witness]) {
    var edge = effect.pointee.firstInput
    while let current = edge {
      edge = current.pointee.nextInput
      let input = current.pointee.input
      let seen = SeenVersion(input: input, version: current.pointee.version)
      guard witnesses[seen] == nil, !input.pointee.flags.contains(.modifying),
        let property = property(of: input),
        let isStillTrue = property.witness(of: seen.version)
      else { continue }
      witnesses[seen] = Witness(property: property, isStillTrue: isStillTrue)
    }
  }

  /// Before the first check of an effect that was paused: an input that is again what the effect has seen
  /// has not changed for it, whatever it was in between.
  ///
  /// Like that check it refreshes the inputs in the order of reading, up to the first that has changed.
  @inline(never)
  static func catchUp(_ effect: NodePointer, _ context: ContextPointer) {
    effect.pointee.flags.remove(.catchingUp)
    guard let roster = withToken(of: effect, { $0.roster }) else { return }
    var edge = effect.pointee.firstInput
    while let current = edge, !effect.pointee.flags.contains(.dead) {
      edge = current.pointee.nextInput
      let input = current.pointee.input
      if input.pointee.flags.contains(.dead) { continue }
      if !input.pointee.flags.isDisjoint(with: [.stale, .uncomputed]) {
        refreshForRead(input, context)
      }
      if current.pointee.version == input.pointee.version { continue }
      let seen = SeenVersion(input: input, version: current.pointee.version)
      if let witness = roster.witnesses[seen],
        isStillTrue(witness, of: input, context)
      {
        current.pointee.version = input.pointee.version
      } else if !effect.pointee.flags.contains(.declared) {
        // It runs, and may not read the rest again.
        break
      }
    }
    roster.hasCaughtUp()
  }

  private static func isStillTrue(
    _ witness: Witness, of input: NodePointer, _ context: ContextPointer
  ) -> Bool {
    context.pointee.computing = input
    defer { context.pointee.computing = nil }
    return witness.isStillTrue()
  }
}
