extension DerivedProperty {
  /// Makes a derived value that follows the `@Observable` models that its closure reads, beside properties.
  ///
  ///     let balance = DerivedProperty(.observing) { account.balance }
  ///     let worth = DerivedProperty { balance.value * rate.value }
  ///
  /// Read nothing but models in one, as here: then it is computed when they change, and at no other time. Each time that
  /// a closure is computed because a property has changed, it leaves a registration with the models
  /// until they change; a debug build reports the thousandth.
  ///
  /// Models announce a change before they make it. So from then on the value is computed by every read, until the actor
  /// that owns it takes its next job: effects run then, in a turn of their own, or with the next change of
  /// a property. Where no actor runs the value is never kept, and effects run with the next turn.
  ///
  /// Computed while somebody tracks, as in the `body` of a view that is the first to read it, it makes that follow the
  /// models, too, as long as that comes before the value settles. Read it once before, or have an effect follow it.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler. It takes the job where the actor that computes the value has an executor
  ///     that is none.
  ///   - calculate: computes the value from models and properties that it reads.
  /// - Complexity: a computation takes as much as `withObservationTracking`, beside its closure.
  public convenience init(
    _ models: ModelReading, changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ calculate: @escaping () -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
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
