/// A task that the next one takes the place of.
@MainActor final class LatestTask {
  private var task: Task<Void, Never>?

  deinit { task?.cancel() }

  /// Cancels the task before, and starts another one.
  func start(_ body: @escaping @MainActor () async -> Void) {
    task?.cancel()
    task = Task { await body() }
  }

  func cancel() { task?.cancel() }
}
