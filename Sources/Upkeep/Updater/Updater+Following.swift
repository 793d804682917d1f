extension Updater {
  /// Makes an effect for the library's own use that runs before all others of its round.
  ///
  /// The other effects that the same change has woken find its work done.
  func follow(
    _ source: UntypedProperty, _ label: Label, _ look: @escaping () -> Void
  ) -> EffectToken {
    let token = keepUpToDate(dependencies: [source], label, look)
    token.node.order = 0
    return token
  }
}
