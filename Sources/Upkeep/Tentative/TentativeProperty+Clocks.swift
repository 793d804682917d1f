// Tentative properties that choose a clock.
extension TentativeProperty {
  /// Makes a property whose written values end after a time.
  ///
  ///     let name = TentativeProperty(serverName, tentativeValueValidFor: .seconds(3))
  ///
  /// The property belongs to the isolation in which it is made, and must stay there, because its
  /// timers ring there. If the compiler knows of no isolation (in a class without annotations, or
  /// in a synchronous initializer of an actor), the property belongs to the actor on which a value
  /// is first written; on the main thread, that is the main actor. Where no actor runs, nothing
  /// could end a value: a write that has a deadline is reported and stands until it is reverted.
  /// Pass a `ManualClock` there.
  ///
  /// - Parameters:
  ///   - parent: the property to show; retained, never written.
  ///   - duration: the time for which each written `value` stands; nil for no deadline.
  ///   - clock: measures the time; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public convenience init(
    _ parent: Property<Value>, tentativeValueValidFor duration: Duration?,
    clock: some Clock<Duration> = ContinuousClock(), changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      parent, until: duration.map(TentativeValidity.for) ?? .untilTold, clock: clock, changes: rule,
      name: name, file: file, line: line, column: column, isolation: isolation)
  }

  /// Makes a property whose written values stand as long as a validity says.
  ///
  /// - Parameters:
  ///   - parent: the property to show; retained, never written.
  ///   - validity: how long a written `value` stands.
  ///   - clock: measures the time for values with a deadline; may be a `ManualClock`.
  ///   - rule: decides which values count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there. Nil for
  ///     the actor on which a value with a deadline is first written.
  @inlinable
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    clock: some Clock<Duration> = ContinuousClock(),
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(bare: parent, validity, clock, isolation, rule, name, file, line, column)
    install(over: parent, unless: isUnchanged)
  }
}
