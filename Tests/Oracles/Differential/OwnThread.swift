import Foundation
import Upkeep

/// A thread that runs the jobs of one task at a time, so that it has only that task's nodes.
///
/// The threads of a pool are shared: the next task that uses a thread frees the nodes that another
/// test made there and dropped elsewhere, in the middle of a count.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OwnThread: TaskExecutor, @unchecked Sendable {
  // SAFETY: read and written under the lock of `arrival`.
  private var jobs: [UnownedJob] = []
  private let arrival = NSCondition()

  init() { start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    arrival.withLock {
      jobs.append(job)
      arrival.signal()
    }
  }

  private func start() {
    let thread = Thread { [self] in
      // A new thread may inherit the nodes of an ended thread. Such a thread keeps the nodes and
      // sleeps, and another takes its place.
      if Inspection.counts.nodes != 0 {
        start()
        Thread.sleep(until: .distantFuture)
      }
      while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private func next() -> UnownedJob {
    arrival.withLock {
      while jobs.isEmpty { arrival.wait() }
      return jobs.removeFirst()
    }
  }
}

/// Runs a body, and its calls without an actor, on a thread that no other task uses meanwhile.
///
/// Earlier bodies on that thread have left nothing. On a system too old for task executors the body
/// runs on the caller's thread. As many bodies run at a time as there are cores; the others wait.
package func withOwnThread(_ body: @Sendable () async throws -> Void) async throws {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
    try await body()
    return
  }
  let thread = await OwnThreads.shared.take()
  let result: Result<Void, any Error> = await withTaskExecutorPreference(thread) {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
  await OwnThreads.shared.give(thread)
  try result.get()
}

/// As many threads as there are cores, handed out in the order of the requests.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private actor OwnThreads {
  static let shared = OwnThreads()

  private var free = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in OwnThread() }
  private var waiting: [CheckedContinuation<OwnThread, Never>] = []

  func take() async -> OwnThread {
    if let thread = free.popLast() { return thread }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func give(_ thread: OwnThread) {
    if waiting.isEmpty { return free.append(thread) }
    waiting.removeFirst().resume(returning: thread)
  }
}
