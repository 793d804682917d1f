/// An asynchronous piece of work: a load, or an effect of an action.
package protocol WorkItem: AnyObject {
  /// Whether the item can continue without an event outside.
  ///
  /// Events outside are a clock, another item, and the next element of a sequence that has
  /// delivered one.
  var isRunnable: Bool { get }

  /// Notes whether the item waits for an event outside.
  func park(_ isParked: Bool)
}

/// The work item whose code runs.
package enum CurrentWorkItem {
  @TaskLocal package static var reference: WorkItemReference?

  /// Runs a body for which the current work item, if any, counts as waiting.
  package nonisolated(nonsending) static func whileParked<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    guard let reference else { return try await body() }
    await reference.park(true)
    do {
      let result = try await body()
      await reference.park(false)
      return result
    } catch {
      await reference.park(false)
      throw error
    }
  }
}
