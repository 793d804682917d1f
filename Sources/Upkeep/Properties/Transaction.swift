/// Runs a closure whose changes take place as a whole or not at all.
///
///     do {
///       try transaction {
///         account.value -= amount
///         if account.value < 0 { throw Overdrawn() }
///       }
///     } catch {
///       print(account.value)  // the value before the transaction
///     }
///
/// If the body throws, stored values, tentative layers, connections and pauses are as they were
/// before it, and nothing outside has seen a change. Effects run after the commit. If the body
/// makes or cancels an effect of an older updater, the effect begins or ends with the commit. (An
/// updater that is released inside has ended either way.)
///
/// A rollback does not concern properties and updaters that the body has made, because nothing saw
/// them before. Those properties keep the values that the body has written, and effects of those
/// updaters begin when the outermost transaction has ended. A first value that was made inside,
/// such as an atom's or a derived value's, stays with its effects, unless it has read something
/// that the transaction had changed.
///
/// A derived value that was read inside may be computed once more. A rollback does not undo changes
/// of plain objects, the advance of a clock, or an override in a scope. A load that was superseded
/// or reset inside begins again.
///
/// Transactions and batches nest; an inner transaction that throws returns to its own beginning.
/// The body is synchronous, so a transaction cannot stay open over an `await`.
///
/// - Parameter body: makes the changes, and throws to roll them back.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws, after the rollback.
/// - Complexity: a rollback is linear in the values that were written, and in the reads of
///   everything that depends on them.
@discardableResult
public func transaction<Result, Failure>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.current
  Graph.beginTurn(context)
  context.pointee.keepDepth += 1
  defer { Graph.endTurn(context) }
  let journal = Journal.open(context)
  do {
    let result = try body()
    context.pointee.keepDepth -= 1
    journal.commit(context)
    return result
  } catch {
    context.pointee.keepDepth -= 1
    journal.rollBack(context)
    throw error
  }
}
