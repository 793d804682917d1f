/// Runs one task at a time: a new task cancels the one before.
@MainActor final class LatestTask {
  private var task: Task<Void, Never>?

  deinit { task?.cancel() }

  /// Cancels the current task, and starts another one.
  func start(_ body: @escaping @MainActor () async -> Void) {
    task?.cancel()
    task = Task { await body() }
  }

  func cancel() { task?.cancel() }
}
