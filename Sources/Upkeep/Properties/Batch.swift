/// Runs a closure whose changes count as one: effects run once, when the outermost batch ends.
///
///     batch {
///       width.value = 5
///       height.value = 6
///       print(area.value)  // 30: reads inside see the writes
///     }                    // effects run here
///
/// A batch that leaves every value as it was runs no effect. Batches nest. The body is synchronous,
/// so a batch cannot stay open over an `await`.
///
/// - Parameter body: makes the changes.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws. Its writes until then stay, and effects run before the error
///   propagates.
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
