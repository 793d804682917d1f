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
  ///   - duration: how long the value must stay the same, to the instant.
  ///   - clock: measures the time; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  /// - Returns: the property, which follows this one until it is dropped.
  /// - Complexity: one timer, which is set again once per `duration`, not at each change.
  public final func debounced<C: Clock>(
    for duration: Duration, clock: C = ContinuousClock(), changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
  ) -> TimedProperty<Value> where C.Duration == Duration {
    TimedProperty(
      self, .debounced, duration, IsolatedScheduler(clock, on: isolation), rule,
      name, file, line)
  }

  /// Returns a property that shows a value that has been the same for a time, by a manual clock.
  ///
  /// - Parameters:
  ///   - duration: how long the value must stay the same, to the instant.
  ///   - clock: measures the time; retained.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the property, which follows this one until it is dropped.
  @_documentation(visibility: internal)
  public final func debounced(
    for duration: Duration, clock: ManualClock, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> TimedProperty<Value> {
    TimedProperty(self, .debounced, duration, clock, rule, name, file, line)
  }
}
