extension Updater {
  /// Ends all effects of the updater, the newest first, as if each token were cancelled.
  ///
  /// No effect runs again, and their clean-ups run now.
  ///
  ///     override func prepareForReuse() { updater.cancel() }
  ///
  /// The updater stays usable: effects that it gets afterwards run as usual. A paused updater stays
  /// paused.
  ///
  /// All of this is one change: no effect runs because of the clean-ups' writes before all have
  /// ended. An effect that a clean-up makes is not ended. Inside a `transaction`, the effects end
  /// with the commit, and not at all after a rollback. If an effect of the updater calls this, it
  /// finishes its run.
  ///
  /// - Complexity: O(effects, and properties that they have read).
  public func cancel() { effects.cancel() }
}
