package import Upkeep

/// The tasks that wait for one event.
package struct Waiters {
  private var all: [(signal: AsyncStream<Void>.Continuation, item: WorkItemReference?)] = []

  package init() {}

  /// Adds a task.
  ///
  /// - Parameter item: the task's work item, if only the event lets the item continue.
  /// - Returns: a sequence without elements that ends with the event.
  package mutating func add(_ item: WorkItemReference? = nil) -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    all.append((signal, item))
    return signals
  }

  /// Removes and returns all waiters.
  package mutating func takeAll() -> Waiters {
    defer { all = [] }
    return self
  }

  /// Resumes all waiters.
  package func resume() {
    for waiter in all {
      // Noted before the task has returned from its suspension.
      waiter.item?.parkIfHere(false)
      waiter.signal.finish()
    }
  }
}
