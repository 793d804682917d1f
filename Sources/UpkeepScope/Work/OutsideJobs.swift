import Dispatch
private import UpkeepThread

// SAFETY: the count is touched only while `upkeep_lock` is held.
/// The jobs of tasks that listen to sequences from outside, while they run on the shared threads or wait for one.
package final class OutsideJobs: @unchecked Sendable {
  private var count = 0

  /// Whether there is none.
  var isEmpty: Bool {
    upkeep_lock()
    defer { upkeep_unlock() }
    return count == 0
  }

  /// Runs what listens, on the actor where it belongs; the jobs that it needs elsewhere are counted.
  ///
  /// Before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2 they are not: an element may be on its way unseen.
  package func run(
    on owner: isolated any Actor, _ body: nonisolated(nonsending) () async -> Void
  ) async {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      await withTaskExecutorPreference(Executor(jobs: self)) {
        // So it runs there, too.
        _ = owner
        await body()
      }
    } else {
      await body()
    }
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
      let priority = TaskPriority(job.priority) ?? .medium
      let job = UnownedJob(job)
      jobs.add(1)
      DispatchQueue.global(qos: priority.queue).async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
        self.jobs.add(-1)
      }
    }
  }
}

extension TaskPriority {
  /// The shared threads for jobs of this priority.
  fileprivate var queue: DispatchQoS.QoSClass {
    if self >= .high { return .userInitiated }
    if self >= .medium { return .default }
    return self >= .utility ? .utility : .background
  }
}
