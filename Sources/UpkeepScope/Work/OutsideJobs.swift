import Dispatch
private import UpkeepThread

// SAFETY: the count is touched only while `upkeep_lock` is held.
/// The jobs of tasks that listen to sequences from outside: how many have been resumed, and are neither back on their
/// actor nor asleep again.
package final class OutsideJobs: @unchecked Sendable {
  private var count = 0

  /// Whether none is on its way.
  var isEmpty: Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return count == 0
  }

  /// Makes a task that listens.
  ///
  /// Before macOS 15 its jobs are not counted: an element may be on its way unseen.
  package func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return Task(executorPreference: Executor(jobs: self)) { await body() }
    }
    return Task { await body() }
  }

  private func add(_ change: Int) {
    upkeep_lock()
    count += change
    upkeep_unlock()
  }

  /// Runs jobs on the shared threads, and counts them.
  ///
  /// An element resumes the task there, which then goes to its actor: in between only its executor knows of it.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Executor: TaskExecutor {
    private let jobs: OutsideJobs

    init(jobs: OutsideJobs) { self.jobs = jobs }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.add(1)
      DispatchQueue.global().async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
        self.jobs.add(-1)
      }
    }
  }
}
