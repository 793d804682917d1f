import Foundation

/// An actor that runs its jobs only when told to, on the thread that tells it.
///
/// So a script with loads is as deterministic as one without, and its leftovers can be counted.
package actor Stage: SerialExecutor {
  // SAFETY: `waiting` is touched only under the lock of `arrival`, the rest only by the thread
  // that pumps.
  private final class Jobs: @unchecked Sendable {
    let arrival = NSCondition()
    var waiting: [UnownedJob] = []
    /// The number of jobs in `waiting` that have been taken, if jobs are taken in order of arrival.
    var taken = 0
    var idle: CheckedContinuation<Void, Never>?
    var random: SplitMix64?

    func forgetTaken() {
      waiting.removeFirst(taken)
      taken = 0
    }
  }

  private nonisolated let jobs = Jobs()

  package nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job may be the last of a script: the stage may be released before this function returns.
    let held = Unmanaged.passRetained(jobs)
    defer { held.release() }
    jobs.arrival.withLock { jobs.waiting.append(job) }
    jobs.arrival.signal()
  }

  /// Takes the next jobs in a random order; without a seed in order of arrival.
  package nonisolated func shuffle(by seed: UInt64?) {
    jobs.random = seed.map { SplitMix64(seed: $0) }
  }

  /// Waits until no task can go on.
  ///
  /// A new task, or a task that has yielded, passes through another executor first. A task that is
  /// detached afterwards and yields returns later than that task.
  package func untilIdle() async {
    for _ in 0..<4 {
      await Task.detached { await Task.yield() }.value
      await withCheckedContinuation { jobs.idle = $0 }
    }
  }

  /// Waits until `condition` is false, for 5,000 rounds at most: a busy machine may take long.
  package func untilIdle(while condition: () -> Bool) async {
    var rounds = 0
    while condition(), rounds < 5_000 {
      await untilIdle()
      rounds += 1
    }
  }

  /// Runs all jobs, and waits for more until `isOver` returns true.
  private nonisolated func pump(until isOver: () -> Bool) {
    while true {
      if let job = next() {
        job.runSynchronously(on: asUnownedSerialExecutor())
      } else if let idle = jobs.idle {
        jobs.idle = nil
        idle.resume()
      } else if isOver() {
        return
      } else {
        // A new task, or a task that has yielded, may still be on another executor.
        jobs.arrival.withLock { while jobs.waiting.isEmpty { jobs.arrival.wait() } }
      }
    }
  }

  private nonisolated func next() -> UnownedJob? {
    jobs.arrival.withLock {
      if jobs.random != nil, jobs.taken > 0 { jobs.forgetTaken() }
      if jobs.taken == jobs.waiting.count { return nil }
      if let place = jobs.random?.below(jobs.waiting.count) {
        return jobs.waiting.remove(at: place)
      }
      defer { if jobs.taken * 2 > jobs.waiting.count { jobs.forgetTaken() } }
      jobs.taken += 1
      return jobs.waiting[jobs.taken - 1]
    }
  }

  // SAFETY: written on the stage, and read when the stage has no more jobs.
  private final class Box<Value>: @unchecked Sendable { var value: Value? }

  /// Runs a body on a new stage on the calling thread, until the body and all its tasks have ended.
  ///
  /// - Returns: the result of the body, as a plain optional.
  package static func perform<Result>(
    _ body: @escaping @Sendable (isolated Stage) async -> Result?
  ) -> Result? {
    let stage = Stage()
    let box = Box<Result?>()
    Task { await stage.take(body, box) }
    stage.pump { box.value != nil }
    return box.value ?? nil
  }

  private func take<Result>(
    _ body: @Sendable (isolated Stage) async -> Result, _ box: Box<Result>
  ) async { box.value = await body(self) }
}

/// Runs a body on a new thread: a thread of a pool may be the main one, or be shared.
///
/// - Parameters:
///   - stackSize: the size of its stack, in bytes.
///   - body: the work.
/// - Returns: the result of the body.
package func onItsOwnThread<Result: Sendable>(
  stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Result
) async -> Result {
  // The thread sanitizer does not know that a continuation that is resumed before it is awaited
  // orders the code before and after it; it knows locks.
  let end = NSLock()
  let result = await withCheckedContinuation { continuation in
    let thread = Thread {
      let result = body()
      end.withLock {}
      continuation.resume(returning: result)
    }
    thread.stackSize = stackSize
    thread.start()
  }
  end.withLock {}
  return result
}
