extension Graph {
  /// What an effect of a paused updater has seen of an input.
  struct Witness {
    // A reference, so that the node does not come to stand for another property.
    let property: UntypedProperty
    let version: UInt32
    let isStillTrue: () -> Bool
  }

  /// Notes what an effect that pauses has seen of each input.
  ///
  /// - Complexity: O(inputs); keeps the values.
  static func testify(_ effect: NodePointer, to witnesses: inout [NodePointer: Witness]) {
    var edge = effect.pointee.firstInput
    while let current = edge {
      edge = current.pointee.nextInput
      let input = current.pointee.input
      let version = current.pointee.version
      guard version == input.pointee.version, witnesses[input]?.version != version,
        !input.pointee.flags.contains(.modifying), let property = property(of: input),
        let isStillTrue = property.witness()
      else { continue }
      witnesses[input] = Witness(property: property, version: version, isStillTrue: isStillTrue)
    }
  }

  /// Before the first check of an effect that was paused: an input that is again what the effect has seen
  /// has not changed for it, whatever it was in between.
  @inline(never)
  static func catchUp(_ effect: NodePointer, _ context: ContextPointer) {
    effect.pointee.flags.remove(.catchingUp)
    guard let roster = withToken(of: effect, { $0.roster }) else { return }
    var edge = effect.pointee.firstInput
    while let current = edge {
      edge = current.pointee.nextInput
      let input = current.pointee.input
      guard current.pointee.version != input.pointee.version,
        input.pointee.flags.isDisjoint(with: .needsCheck.union(.wasTouched)),
        let witness = roster.witnesses[input], witness.version == current.pointee.version
      else { continue }
      context.pointee.computing = input
      let isStillTrue = witness.isStillTrue()
      context.pointee.computing = nil
      if isStillTrue { current.pointee.version = input.pointee.version }
    }
    roster.hasCaughtUp()
  }
}
