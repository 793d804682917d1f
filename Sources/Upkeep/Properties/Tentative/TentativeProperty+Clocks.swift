// Properties whose tentative values end in time.
extension TentativeProperty {
  /// Makes a property whose written values end after a time.
  ///
  /// It belongs to the isolation in which it is made, and must stay there: its timers end there. A context
  /// without isolation cannot make one; use a `ManualClock` there. (In an actor the initializer is called
  /// from a method or an asynchronous initializer.)
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - duration: how long a written `value` stands; each write begins anew.
  ///   - clock: measures the time.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly.
  public convenience init<C: Clock>(
    _ parent: Property<Value>, tentativeValueValidFor duration: Duration,
    clock: C = ContinuousClock(), changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated any Actor = #isolation
  ) where C.Duration == Duration {
    self.init(
      parent, .for(duration), IsolatedTimekeeper(clock, on: isolation), rule, name, file, line)
  }

  /// Makes a property with a clock for layers that end in time.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - validity: how long a written `value` stands.
  ///   - clock: measures the time.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler; held weakly. The property must stay there.
  public convenience init<C: Clock>(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold, clock: C,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isolation: isolated any Actor = #isolation
  ) where C.Duration == Duration {
    self.init(parent, validity, IsolatedTimekeeper(clock, on: isolation), rule, name, file, line)
  }

  /// Makes a property whose written values end after a time by a clock that is advanced by hand.
  ///
  /// - Parameters:
  ///   - parent: the property to show; kept alive, never written.
  ///   - duration: how long a written `value` stands; each write begins anew.
  ///   - clock: measures the time; kept alive, and does not keep the property alive.
  ///   - rule: decides which values count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public convenience init(
    _ parent: Property<Value>, tentativeValueValidFor duration: Duration, clock: ManualClock,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(parent, .for(duration), clock, rule, name, file, line)
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
  public convenience init(
    _ parent: Property<Value>, until validity: TentativeValidity = .untilTold,
    clock: ManualClock, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(parent, validity, clock, rule, name, file, line)
  }
}
