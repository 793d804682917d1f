import Dispatch
private import UpkeepThread

// SAFETY: the counts are used only while `upkeep_lock` is held.
/// Counts the jobs of tasks that listen to sequences from outside.
///
/// A job counts while it runs on the shared threads, waits for a thread, or returns to its actor.
///
///     resumed by an element
///       -> waits for a thread -> runs -> goes to its actor -> is handled -> asks for the next one
///          |------ due -----|           |------ due -----|
///
/// A running job may keep its thread while no element arrives. A due job continues by itself.
package final class OutsideJobs: @unchecked Sendable {
  private var dueCount = 0
  private var runningCount = 0
  /// Increases with each step of a job.
  private var steps = 0

  /// The state of the jobs at one moment.
  struct Look {
    let isDue: Bool
    let isRunning: Bool
    let steps: Int
  }

  var look: Look {
    upkeep_lock()
    defer { upkeep_unlock() }
    return Look(isDue: dueCount > 0, isRunning: runningCount > 0, steps: steps)
  }

  /// Runs a listening body on its actor, and counts the jobs that it needs elsewhere.
  ///
  /// Before macOS 15, iOS 18, tvOS 18, watchOS 11 and visionOS 2 the jobs are not counted: an
  /// element may arrive unnoticed.
  package func run(
    on owner: isolated any Actor, _ body: nonisolated(nonsending) () async -> Void
  ) async {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      await withTaskExecutorPreference(Executor(jobs: self, owner: owner)) {
        // The capture makes the body run on the owner.
        _ = owner
        await body()
      }
    } else {
      await body()
    }
  }

  private func note(due: Int, running: Int) {
    upkeep_lock()
    dueCount += due
    runningCount += running
    steps += 1
    upkeep_unlock()
  }

  /// Notes that a task was made that begins on its actor.
  package func expect(on owner: any Actor) {
    note(due: 1, running: 0)
    visit(owner, Task.currentPriority)
  }

  private func visit(_ owner: any Actor, _ priority: TaskPriority) {
    Task.detached(priority: priority) { await self.arrive(on: owner) }
  }

  /// Notes that the owner has run a job that was enqueued on it before this call.
  ///
  /// An actor runs jobs of one priority in the order of their arrival.
  private func arrive(on owner: isolated any Actor) { note(due: -1, running: 0) }

  /// Runs jobs on the shared threads and counts them.
  ///
  /// An element resumes the task there, and the task then goes to its actor; in between only its
  /// executor knows of it.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class Executor: TaskExecutor {
    private let jobs: OutsideJobs
    private let owner: any Actor

    init(jobs: OutsideJobs, owner: any Actor) {
      self.jobs = jobs
      self.owner = owner
    }

    func enqueue(_ job: consuming ExecutorJob) {
      let priority = TaskPriority(job.priority) ?? .medium
      let job = UnownedJob(job)
      jobs.note(due: 1, running: 0)
      DispatchQueue.global(qos: priority.queue).async { [self] in
        jobs.note(due: -1, running: 1)
        job.runSynchronously(on: asUnownedTaskExecutor())
        jobs.note(due: 1, running: -1)
        jobs.visit(owner, priority)
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
