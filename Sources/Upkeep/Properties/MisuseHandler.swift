/// Runs `body`, and sends the mistakes that are found on this thread during the run to `handler`.
///
///     var mistakes: [Misuse] = []
///     withMisuseHandler({ mistakes.append($0) }) {
///       let total = StoredProperty(0, name: "total")
///       let broken = DerivedProperty { total.value += 1; return total.value }
///       print(broken.value)  // 0
///     }
///     print(mistakes.count)  // 1
///
/// Handlers nest: the innermost handler gets a mistake. Reads in a handler are not tracked. A
/// mistake that a handler makes goes to the next outer handler.
///
/// - Parameters:
///   - handler: called once no derivation runs, before the outermost read, write or effect in which
///     the mistake was found ends; may read and write.
///   - body: the scope of the handler.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
@discardableResult
public func withMisuseHandler<Result, Failure>(
  _ handler: @escaping (Misuse) -> Void, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.current
  context.misuse.handlers.append(handler)
  defer {
    // Mistakes found in this scope belong to its handler, also inside an open refresh or edit.
    if !context.misuse.reports.isEmpty { Misuse.deliverReportsOfScope(context) }
    context.misuse.handlers.removeLast()
  }
  return try body()
}
