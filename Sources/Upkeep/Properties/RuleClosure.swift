/// The closure of a change rule of the program's: an object of its own, for the closure may hold
/// another property, which has a rule, and so on.
///
/// Nobody can take a closure out of the `let` of a property that goes; an object can part with it.
final class RuleClosure<Value> {
  /// The closure.
  ///
  /// It cannot be copied, so calling it where it lies retains nothing.
  private struct Body: ~Copyable {
    let isChange: (Value, Value) -> Bool
  }

  // SAFETY: replaced in `deinit` alone.
  @exclusivity(unchecked) private var body: Body

  init(_ isChange: @escaping (Value, Value) -> Bool) { body = Body(isChange: isChange) }

  deinit {
    let context = Context.current
    if !Graph.isDeep(context) { return }
    leaveToList(context)
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  func isChange(_ old: Value, _ new: Value) -> Bool { body.isChange(old, new) }

  private func leaveToList(_ context: ContextRef) {
    var taken = Body { _, _ in true }
    swap(&body, &taken)
    Graph.leaveToList(taken.isChange, context)
  }
}
