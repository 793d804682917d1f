extension Property {
  /// Returns a property that shows this one's value once it has been the same for a time.
  ///
  /// Use it for work that is worth doing only when the user pauses.
  ///
  ///     let query = text.debounced(for: .milliseconds(300))
  ///     updater.keepUpToDate { results.search(query.value) }
  ///
  /// Each change restarts the waiting. If the source returns to the value that shows, the waiting
  /// ends without a change. The first value shows at once.
  ///
  /// - Parameters:
  ///   - duration: exactly how long the value must stay the same.
  ///   - clock: measures the time; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  /// - Returns: the property, which follows this one until it is dropped.
  /// - Complexity: one timer, which is set again once per `duration`, not at each change.
  public final func debounced(
    for duration: Duration, clock: some Clock<Duration> = ContinuousClock(),
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) -> TimedProperty<Value> {
    TimedProperty(
      self, .debounced, duration, clock.scheduler(on: isolation), rule, name, file, line, column)
  }
}
