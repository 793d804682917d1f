extension Updater {
  /// Makes an effect of the library's own that runs before all others of its round, so that these find done what it does
  /// for the change that has woken them.
  func follow(
    _ source: UntypedProperty, _ label: Label, _ look: @escaping () -> Void
  ) -> EffectToken {
    let token = keepUpToDate(dependencies: [source], label, look)
    token.node.order = 0
    return token
  }
}
