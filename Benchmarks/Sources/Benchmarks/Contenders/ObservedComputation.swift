import Observation

/// A closure that runs again after a value that it read has changed.
// SAFETY: Observation requires a `Sendable` handler, but calls it on the thread that writes; a
// graph stays on one thread.
final class ObservedComputation: @unchecked Sendable {
  private let queue: ObservedQueue
  private let body: () -> Void

  init(queue: ObservedQueue, _ body: @escaping () -> Void) {
    self.queue = queue
    self.body = body
  }

  func run() {
    withObservationTracking(body) { [weak self] in
      if let self { queue.add(self) }
    }
  }
}

/// The computations that were told of a change and have not run since.
final class ObservedQueue {
  private var waiting: [ObservedComputation] = []

  func add(_ computation: ObservedComputation) { waiting.append(computation) }

  func drain() {
    var next = 0
    while next < waiting.count {
      waiting[next].run()
      next += 1
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
