/// The tasks that wait for one event.
package struct Waiters {
  private var all: [(signal: AsyncStream<Void>.Continuation, item: WorkItemReference?)] = []

  package init() {}

  /// Adds a task.
  ///
  /// - Parameter item: its work item, if that goes on only with the event.
  /// - Returns: a sequence without elements, which ends with the event.
  package mutating func add(_ item: WorkItemReference? = nil) -> AsyncStream<Void> {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    all.append((signal, item))
    return signals
  }

  /// Takes out all.
  package mutating func takeAll() -> Waiters {
    defer { all = [] }
    return self
  }

  /// Lets all go on.
  package func resume() {
    for waiter in all {
      // Known before the task has come back from wherever it waits.
      waiter.item?.parkIfHere(false)
      waiter.signal.finish()
    }
  }
}
