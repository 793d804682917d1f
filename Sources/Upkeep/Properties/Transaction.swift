/// Makes several changes one that takes place as a whole or not at all.
///
///     do {
///       try transaction {
///         account.value -= amount
///         if account.value < 0 { throw Overdrawn() }
///       }
///     } catch {
///       print(account.value)  // what it was before
///     }
///
/// If the body throws, stored values, tentative layers, connections and pauses are what they were
/// before it, and nothing outside has seen anything: effects run after the commit, and those of
/// older updaters that are made or cancelled inside begin or end with it. (An updater that is
/// released inside has ended, either way.)
///
/// An undo leaves alone what the body itself has made, since nobody saw it before: properties keep
/// the values that the body has written, and effects of an updater that it has made begin when the
/// outermost transaction has ended. A first value that was made inside, as of an atom or a derived
/// value, stays with its effects, unless it has read something that the transaction had changed.
///
/// A derived value that was read inside may be computed once more. Changes of plain objects in the
/// body are not undone; nor is the advance of a clock, or an override in a scope; and a load that
/// was superseded or reset inside begins again.
///
/// Transactions and batches nest; an inner transaction that throws goes back to its own beginning. A
/// transaction cannot be held open over an `await`: its body is synchronous.
///
/// - Parameter body: makes the changes, and throws to undo them.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws, when all is undone.
/// - Complexity: undoing is linear in the values that were written and in what was read of what depends on
///   them.
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
