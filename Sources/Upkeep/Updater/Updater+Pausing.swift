extension Updater {
  /// Whether the effects are paused.
  public var isPaused: Bool { effects.isPaused }

  /// Stops all effects of this updater until `unpause()`: none runs, and nothing is computed for them.
  ///
  ///     override func viewDidDisappear() { updater.pause() }
  ///     override func viewWillAppear() { updater.unpause() }
  ///
  /// Pausing does not count: one `unpause()` ends any number of `pause()`. An effect that is made while the
  /// updater is paused has its first run all the same.
  ///
  /// - Complexity: O(effects and what they read); the values are kept, to be compared with.
  public func pause() { effects.setPaused(true, Context.current) }

  /// Lets the effects go on.
  ///
  /// Each runs once if what it read is no longer what it was when it ran last, and not at all
  /// otherwise, whatever happened in between; inside a `batch`, when that ends. One that was due
  /// when it was paused has not seen what it was due for: it may run although all is as it was.
  ///
  /// - Complexity: O(effects and what they read), whatever has changed.
  public func unpause() { effects.setPaused(false, Context.current) }
}
