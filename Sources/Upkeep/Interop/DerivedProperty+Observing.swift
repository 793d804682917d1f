extension DerivedProperty {
  /// Makes a derived value that follows the `@Observable` models, and the properties, that its
  /// closure reads.
  ///
  ///     let balance = DerivedProperty(.observing) { account.balance }
  ///     let worth = DerivedProperty { balance.value * rate.value }
  ///
  /// Read only models in such a closure, as here: then the value is computed when they change, and
  /// at no other time. A computation that was caused by a property leaves a registration with the
  /// models until they change; a debug build reports the thousandth registration.
  ///
  /// Models announce a change before they make it. After an announcement every read computes the
  /// value, until the actor that owns it takes its next job. Effects run then, in a turn of their
  /// own, or with the next change of a property. Without an actor the value is never kept, and
  /// effects run with the next turn.
  ///
  /// If the first read is made under Observation tracking, as in the `body` of a view, the tracking
  /// code follows the models, too. The same holds for later reads that come before the value
  /// settles. To avoid this, read the value once before, or have an effect follow it.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which results count as changes; by default the rule of the type.
  ///   - name: the name in messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - isolation: filled in by the compiler. It runs the job if the executor of the actor that
  ///     computes the value is not itself an actor.
  ///   - calculate: computes the value from the models and properties that it reads.
  /// - Complexity: a computation costs a `withObservationTracking` in addition to the closure.
  public convenience init(
    _ models: ModelReading, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    isolation: (any Actor)? = #isolation,
    _ calculate: @escaping () -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line, column), isUnchanged: isUnchanged)
    let reads = ModelReads(isolation)
    reads.belong(to: self)
    #if DEBUG
      node.live.pointee.readsModel = true
    #endif
    node.install { node, context in
      Self.finish(reads.follow(context, calculate), of: node, context, unless: isUnchanged)
    }
  }
}
