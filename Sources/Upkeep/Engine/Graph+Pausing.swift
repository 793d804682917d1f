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
      // The value of a collecting node does not tell whether an element's property has changed.
      guard witnesses[input]?.version != version,
        input.pointee.flags.isDisjoint(with: [.modifying, .collects]),
        let property = property(of: input), let isStillTrue = property.witness(of: version)
      else { continue }
      witnesses[input] = Witness(property: property, version: version, isStillTrue: isStillTrue)
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
      // Only the edge of a ring can lead to one that is gone.
      if input.pointee.flags.contains(.dead) { break }
      if !input.pointee.flags.isDisjoint(with: .needsCheck) { refreshForRead(input, context) }
      if current.pointee.version == input.pointee.version { continue }
      guard !input.pointee.flags.contains(.wasTouched), let witness = roster.witnesses[input],
        witness.version == current.pointee.version
      else { break }
      context.pointee.computing = input
      let isStillTrue = witness.isStillTrue()
      context.pointee.computing = nil
      if !isStillTrue { break }
      current.pointee.version = input.pointee.version
    }
    roster.hasCaughtUp()
  }
}
