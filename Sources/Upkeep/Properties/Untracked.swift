/// Runs a closure whose reads make nothing depend on what they read.
///
///     updater.keepUpToDate {
///       print(count.value, untracked { title.value })  // runs when `count` changes, not `title`
///     }
///
/// Values read inside are fresh all the same. Writes that are allowed outside are allowed inside.
///
/// - Parameter body: reads without depending.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; tracking goes on afterwards.
@discardableResult
public func untracked<Result, Failure>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try Context.current.untracked(body)
}
