/// Makes several changes one: effects run once, when the outermost batch ends.
///
///     batch {
///       width.value = 5
///       height.value = 6
///       print(area.value)  // 30: reads inside see what was written
///     }                    // effects run here
///
/// A batch that ends where it began runs nothing. Batches nest. A batch cannot be held open over an
/// `await`: its body is synchronous.
///
/// - Parameter body: makes the changes.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws. Its writes until then stay, and effects run before the error goes
///   on.
@inlinable @discardableResult
public func batch<Result, Failure>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.current
  Graph.beginTurn(context)
  context.pointee.keepDepth += 1
  defer {
    context.pointee.keepDepth -= 1
    Graph.endTurn(context)
  }
  return try body()
}
