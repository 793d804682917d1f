extension Updater {
  /// Whether the updater's effects are paused.
  public var isPaused: Bool { effects.isPaused }

  /// Pauses all effects of this updater until `unpause()`.
  ///
  /// No effect runs, and nothing is computed for them.
  ///
  ///     override func viewDidDisappear() { updater.pause() }
  ///     override func viewWillAppear() { updater.unpause() }
  ///
  /// Pauses do not nest: one `unpause()` ends any number of `pause()` calls. An effect that is made
  /// while the updater is paused still has its first run.
  ///
  /// - Complexity: O(effects, and properties that they have read); the values are kept for the
  ///   comparison.
  public func pause() { effects.setPaused(true, Context.current) }

  /// Resumes the paused effects.
  ///
  /// An effect runs once if a value that it read differs from its last run, and not at all
  /// otherwise, whatever happened in between; inside a `batch`, when the batch ends. An effect that
  /// was due when it was paused has not seen the change, so it may run although all values are as
  /// they were.
  ///
  /// - Complexity: O(effects, and properties that they have read), whatever has changed.
  public func unpause() { effects.setPaused(false, Context.current) }
}
