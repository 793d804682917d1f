/// An object that holds the closure of a program's change rule.
///
/// The closure may hold another property, which has a rule, and so on. The `let` of a property
/// cannot give up its closure when the property is released; this object can, so the releases do
/// not nest.
final class RuleClosure<Value> {
  /// The closure.
  ///
  /// A call in place retains nothing, because the closure cannot be copied.
  private struct Body: ~Copyable {
    let isChange: (Value, Value) -> Bool
  }

  // SAFETY: replaced only in `deinit`.
  @exclusivity(unchecked) private var body: Body

  init(_ isChange: @escaping (Value, Value) -> Bool) { body = Body(isChange: isChange) }

  deinit {
    let context = Context.current
    if !Graph.isDeep(context) { return }
    leaveToList(context)
    context.settleIfIdle()
  }

  func isChange(_ old: Value, _ new: Value) -> Bool { body.isChange(old, new) }

  private func leaveToList(_ context: ContextRef) {
    var taken = Body { _, _ in true }
    swap(&body, &taken)
    Graph.leaveToList(taken.isChange, context)
  }
}
