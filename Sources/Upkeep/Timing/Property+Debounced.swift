extension Property {
  /// A property that shows this one's value once it has been the same for a time: for what is worth doing only when the
  /// user pauses.
  ///
  ///     let query = text.debounced(for: .milliseconds(300))
  ///     updater.keepUpToDate { results.search(query.value) }
  ///
  /// Each change begins the waiting anew. A source that comes back to the value that shows ends it, and nothing has
  /// happened. The first value shows at once.
  ///
  /// - Parameters:
  ///   - duration: how long the value must stay the same, to the instant.
  ///   - clock: measures the time; or a `ManualClock`.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  /// - Returns: the property, which follows this one until it is dropped.
  /// - Complexity: one timer, which is set anew once in the duration, and not at each change.
  public final func debounced<C: Clock>(
    for duration: Duration, clock: C = ContinuousClock(), changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
  ) -> TimedProperty<Value> where C.Duration == Duration {
    TimedProperty(
      self, .debounced, duration, IsolatedScheduler(clock, on: isolation), rule,
      name, file, line)
  }

  /// A property that shows this one's value once it has been the same for a time, by a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - duration: how long the value must stay the same, to the instant.
  ///   - clock: measures the time; kept alive.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
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
