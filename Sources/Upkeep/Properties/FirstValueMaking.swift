/// A record of how a closure made a first value, such as an atom's, inside a transaction.
///
/// The record has the closure's reads and the effects that the closure made. It lasts as long as
/// the transaction.
final class FirstValueMaking: UntypedProperty {
  /// Called if the transaction is rolled back and had changed something that the closure read.
  private var forget: (() -> Void)?
  private var effects: [GraphEffect] = []
  /// The ticket of the closure.
  private var closure: UInt64 = 0

  init(_ label: Label) { super.init([.derived, .stale, .uncomputed], label) }

  /// Runs the closure; a rollback that drops the value calls `forget`.
  func record<Value>(
    _ journal: Journal, _ context: ContextRef, _ body: () -> Value,
    forget: @escaping (Value) -> Void
  ) -> Value {
    let tracker = context.pointee.tracker
    let count = journal.startedCount
    Graph.beginReading(node, context)
    let value = Graph.making(context) {
      closure = context.making.closures.last ?? 0
      return body()
    }
    context.pointee.tracker = tracker
    effects = journal.started(from: count)
    self.forget = { forget(value) }
    journal.logFirst(of: node, context)
    return value
  }

  override var closureOfFirst: UInt64? { closure }

  override var effectsOfFirst: [GraphElement] { effects }

  override func noteFirstAgain(_ context: ContextRef) {
    context.journal?.logFirst(of: node, context)
  }

  override func forgetFirst() -> Any? {
    let forget = forget
    self.forget = nil
    forget?()
    return nil
  }
}

/// Makes first values with closures of the program, for modules above.
package enum FirstValue {
  /// Runs the closure of a first value.
  ///
  /// Reads in the closure are not tracked. The closure may write the properties that it makes.
  ///
  /// - Parameters:
  ///   - label: the value's name for messages.
  ///   - body: makes the value.
  ///   - forget: called if the open transaction is rolled back and had changed something that
  ///     `body` read.
  /// - Returns: what `body` returns.
  package static func make<Value>(
    _ label: Label, _ body: () -> Value, forget: @escaping (Value) -> Void
  ) -> Value {
    let context = Context.current
    guard let journal = context.journal else {
      return context.untracked { Graph.making(context, body) }
    }
    return FirstValueMaking(label).record(journal, context, body, forget: forget)
  }
}
