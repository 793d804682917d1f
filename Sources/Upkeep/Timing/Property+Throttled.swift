extension Property {
  /// Returns a property that changes at most once in an interval, however often this one changes.
  ///
  ///     let shown = progress.throttled(for: .milliseconds(100))
  ///
  /// By default, a change shows at once and begins an interval. Later changes are held back. At the
  /// end of the interval, the value of that moment shows, if it differs, and begins the next
  /// interval. `.leading` and `.trailing` show one of the two: see `ThrottleEdges`.
  ///
  /// A change that shows at once is seen by every read, even inside a batch; the interval then
  /// begins at the end of the batch. If an effect writes the source in response to the change, the
  /// written value is held back.
  ///
  /// - Parameters:
  ///   - duration: the interval.
  ///   - edges: the changes to show; by default, the first and the last.
  ///   - clock: measures the time; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  /// - Returns: the property, which follows this one until it is dropped.
  /// - Complexity: one timer for each interval in which something has changed.
  public final func throttled(
    for duration: Duration, edges: ThrottleEdges = .both,
    clock: some Clock<Duration> = ContinuousClock(),
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) -> TimedProperty<Value> {
    TimedProperty(
      self, .throttled(edges), duration, clock.scheduler(on: isolation), rule, name, file, line,
      column)
  }
}
