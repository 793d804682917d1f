// Properties whose tentative values end in time.
extension TentativeProperty {
  /// Makes a property whose written values end after a time.
  ///
  ///     let name = TentativeProperty(serverName, tentativeValueValidFor: .seconds(3))
  ///
  /// It belongs to the isolation in which it is made, and must stay there: its timers end there. Made where the
  /// compiler knows of none - in a class without annotations, in a synchronous initializer of an actor - it belongs
  /// to the actor on which a value is first written: on the main thread, that is the main actor. Where no actor
  /// runs, nobody could end a value: there a write that has a deadline is reported, and stands until it is reverted;
  /// hand in a `ManualClock`.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - duration: how long a written `value` stands, each write anew; nil for no deadline.
  ///   - clock: measures the time; or a `ManualClock`.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public convenience init<C: Clock>(
    _ parent: Property<Value>, tentativeValueValidFor duration: Duration?,
    clock: C = ContinuousClock(), changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation
  ) where C.Duration == Duration {
    self.init(
      parent, duration.map(TentativeValidity.for) ?? .untilTold,
      IsolatedScheduler(clock, on: isolation), rule, name, file, line)
  }

  /// Makes a property whose tentative values end when they are told to, or in time.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - validity: how long a written `value` stands.
  ///   - clock: measures the time, where a value is to end in time; or a `ManualClock`.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there; nil for the actor on which
  ///     a value that ends in time is first written.
  public convenience init<C: Clock>(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    clock: C? = nil as ContinuousClock?,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isolation: isolated (any Actor)? = #isolation
  ) where C.Duration == Duration {
    self.init(
      parent, validity, clock.map { IsolatedScheduler($0, on: isolation) }, rule, name, file, line)
  }

  /// Makes a property whose written values end after a time by a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - duration: how long a written `value` stands, each write anew; nil for no deadline.
  ///   - clock: measures the time; kept alive, and does not keep the property alive.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  public convenience init(
    _ parent: Property<Value>, tentativeValueValidFor duration: Duration?, clock: ManualClock,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      parent, duration.map(TentativeValidity.for) ?? .untilTold, clock, rule, name, file, line)
  }

  /// Makes a property with a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - validity: how long a written `value` stands.
  ///   - clock: measures the time; kept alive, and does not keep the property alive.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    clock: ManualClock, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(parent, validity, clock, rule, name, file, line)
  }
}
