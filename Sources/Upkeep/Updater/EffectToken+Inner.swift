extension Updater: EffectKeeper {}

extension EffectToken {
  /// The updater of the effects that belong to the run under way or, between two runs, to the last one.
  ///
  /// After the end of the effect it is one that nothing keeps.
  @usableFromInline
  package var inner: Updater {
    if let updater = more?.inner as? Updater { return updater }
    if hasEnded { return Updater() }
    let updater = Updater(inside: self)
    keep(updater)
    return updater
  }
}
