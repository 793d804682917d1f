extension Property {
  /// Returns a property that shows each change of this one after a time, in order.
  ///
  ///     let lagging = position.delayed(by: .seconds(1))
  ///
  /// The first value shows at once. Changes that are due together, as in one `advance` of a
  /// `ManualClock`, show as one: the latest.
  ///
  /// - Parameters:
  ///   - duration: how much later a change shows.
  ///   - clock: measures the time; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  /// - Returns: the property, which follows this one until it is dropped.
  /// - Complexity: every change of the last `duration` is kept, with its value: memory grows with
  ///   the changes in that time, without a bound. A change costs O(1), amortized, and one timer
  ///   waits for the earliest. If that is too much, delay a `throttled` property.
  public final func delayed(
    by duration: Duration, clock: some Clock<Duration> = ContinuousClock(),
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) -> TimedProperty<Value> {
    TimedProperty(
      self, .delayed, duration, clock.scheduler(on: isolation), rule, name, file, line, column)
  }
}
