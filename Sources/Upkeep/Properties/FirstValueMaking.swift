/// The making of a first value by a closure that is no derivation's, as an atom's, inside a
/// transaction: what it has read, and the effects that it has made.
///
/// It lasts as long as the transaction.
final class FirstValueMaking: UntypedProperty {
  /// Called when the value goes: the transaction is undone, and had changed what was read.
  private var forget: (() -> Void)?
  private var effects: [GraphEffect] = []
  /// The closure, by its ticket.
  private var closure: UInt64 = 0

  init(_ label: Label) { super.init([.derived, .stale, .uncomputed], label) }

  /// Runs the closure, and has the value go by `forget`.
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

/// First values that modules above make by closures of the program's.
package enum FirstValue {
  /// Runs the closure of a first value, whose reads nobody follows: what it makes, it may write.
  ///
  /// - Parameters:
  ///   - label: what messages call the value.
  ///   - body: makes it.
  ///   - forget: called if the open transaction is undone, and had changed something that `body`
  ///     has read.
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
