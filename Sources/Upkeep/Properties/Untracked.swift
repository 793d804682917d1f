/// Runs a closure whose reads are not tracked.
///
///     updater.keepUpToDate {
///       print(count.value, untracked { title.value })  // runs when `count` changes, not `title`
///     }
///
/// Values read inside are fresh. Writes that are allowed outside are allowed inside.
///
/// - Parameter body: reads without making anything depend on its reads.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws; tracking resumes afterwards.
@discardableResult
public func untracked<Result, Failure>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.current
  #if DEBUG
    return try context.observation.withoutTracking(context) {
      Swift.Result<Result, Failure> { () throws(Failure) in try context.untracked(body) }
    }.get()
  #else
    return try context.untracked(body)
  #endif
}
