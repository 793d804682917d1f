extension Updater {
  /// Ends all effects that the updater has, as if each token were cancelled, the newest first: none runs again,
  /// and their clean-ups run now.
  ///
  ///     override func prepareForReuse() { updater.cancel() }
  ///
  /// The updater itself goes on: what it is given afterwards runs as ever. One that is paused stays paused.
  ///
  /// All of this is one change: no effect runs because of what the clean-ups write before all have ended. An
  /// effect that a clean-up makes is not ended. Inside a `transaction` the effects end with its commit, and not at
  /// all if it is undone; called by one of the effects, that one finishes its run.
  ///
  /// - Complexity: O(effects and what they read).
  public func cancel() { effects.cancel() }
}
