/// Sends the mistakes that are found inside `body`, on this thread, to `handler`.
///
///     var mistakes: [Misuse] = []
///     withMisuseHandler({ mistakes.append($0) }) {
///       let total = StoredProperty(0, name: "total")
///       let broken = DerivedProperty { total.value += 1; return total.value }
///       print(broken.value)  // 0
///     }
///     print(mistakes.count)  // 1
///
/// Handlers nest: the innermost one hears of a mistake. A handler's reads are not tracked, and a
/// mistake that a handler makes goes to the one outside it.
///
/// - Parameters:
///   - handler: called before the outermost read, write or effect in which the mistake was found has
///     ended, and when no derivation runs any more; it may read and write.
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
    // Mistakes found in this scope belong to its handler, also inside a refresh or an edit that goes on.
    if !context.misuse.reports.isEmpty { Misuse.deliverReportsOfScope(context) }
    context.misuse.handlers.removeLast()
  }
  return try body()
}
