import Foundation

/// An actor that runs what it is given only when it is told to, on the thread that tells it: so a script with loads
/// is as deterministic as one without, and what it leaves behind can be counted.
package actor Stage: SerialExecutor {
  // SAFETY: `waiting` is touched only while `arrival` is locked, the rest by the thread that pumps alone.
  private final class Jobs: @unchecked Sendable {
    let arrival = NSCondition()
    var waiting: [UnownedJob] = []
    /// The number of those in `waiting` that have been taken, where they are taken in the order of their arrival.
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
    // The job may be the last of a script: it may run, and the stage be gone, before this has returned.
    let held = Unmanaged.passRetained(jobs)
    defer { held.release() }
    jobs.arrival.withLock { jobs.waiting.append(job) }
    jobs.arrival.signal()
  }

  /// Takes jobs in a random order from now on, or in that of their arrival.
  package nonisolated func shuffle(by seed: UInt64?) {
    jobs.random = seed.map { SplitMix64(seed: $0) }
  }

  /// Waits until nobody else can go on.
  ///
  /// A task that was just begun, or has yielded, is elsewhere for a moment: whoever is sent after
  /// it comes back later.
  package func untilIdle() async {
    for _ in 0..<4 {
      await Task.detached { await Task.yield() }.value
      await withCheckedContinuation { jobs.idle = $0 }
    }
  }

  /// Waits until a condition ends, which may last for long on a busy machine; it gives up after that.
  package func untilIdle(while condition: () -> Bool) async {
    var rounds = 0
    while condition(), rounds < 5_000 {
      await untilIdle()
      rounds += 1
    }
  }

  /// Runs all there is to run, and waits for more until somebody says that it is over.
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
        // A task begins elsewhere, and so does one go on that has yielded.
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

  // SAFETY: written on the stage, and read when that has nothing to run any more.
  private final class Box<Value>: @unchecked Sendable { var value: Value? }

  /// Runs a body on a stage of its own, on the calling thread, to its end and that of all that it has begun.
  ///
  /// - Returns: what the body returns. Not optional twice, so nobody takes the outer one for the inner.
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

/// Runs a body on a thread of its own: a pool's may be the main one, or somebody else's before the end.
///
/// - Parameters:
///   - stackSize: the size of its stack, in bytes.
///   - body: what to run.
/// - Returns: what it returns.
package func onItsOwnThread<Result: Sendable>(
  stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Result
) async -> Result {
  // The thread sanitizer does not see that a continuation which is resumed before it is awaited
  // orders the code before it and after it; a lock it sees.
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
