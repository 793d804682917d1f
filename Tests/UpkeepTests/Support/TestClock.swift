import Foundation

// SAFETY: `state` is touched only while `lock` is held.
/// A `Clock` whose time a test advances; advancing wakes the tasks whose deadline has come.
final class TestClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var time: Duration

    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
  }

  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var now: Duration = .zero
    var ticket = 0
    var sleepers: [Int: (deadline: Duration, wake: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
    var waiters: [(count: Int, wake: Waiter)] = []

    /// Removes and returns the waiters that wait for the present number of sleepers.
    mutating func takeWaiters() -> [Waiter] {
      let ready = waiters.filter { $0.count == sleepers.count }
      waiters.removeAll { $0.count == sleepers.count }
      return ready.map(\.wake)
    }
  }

  private let lock = NSLock()
  private var state = State()

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  var now: Instant { Instant(time: withState { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let ticket = withState { state in
      state.ticket += 1
      return state.ticket
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wake in
        let (isCancelled, isOver, ready) = withState { state -> (Bool, Bool, [Waiter]) in
          let isCancelled = state.cancelled.remove(ticket) != nil
          if isCancelled || deadline.time <= state.now { return (isCancelled, true, []) }
          state.sleepers[ticket] = (deadline.time, wake)
          return (false, false, state.takeWaiters())
        }
        for waiter in ready { waiter.resume() }
        if isCancelled {
          wake.resume(throwing: CancellationError())
        } else if isOver {
          wake.resume()
        }
      }
    } onCancel: {
      let (sleeper, ready) = withState { state in
        let sleeper = state.sleepers.removeValue(forKey: ticket)
        if sleeper == nil { state.cancelled.insert(ticket) }
        return (sleeper, state.takeWaiters())
      }
      for waiter in ready { waiter.resume() }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }

  /// Advances the time and wakes the tasks whose deadline has come, the earliest first.
  func advance(by duration: Duration) {
    let (woken, ready) = withState { state in
      state.now += duration
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for ticket in due.keys { state.sleepers[ticket] = nil }
      return (due.values.sorted { $0.deadline < $1.deadline }.map(\.wake), state.takeWaiters())
    }
    for wake in woken { wake.resume() }
    for waiter in ready { waiter.resume() }
  }

  /// Waits until exactly `count` tasks sleep.
  func sleepers(_ count: Int) async {
    await withCheckedContinuation { wake in
      let isSo = withState { state in
        if state.sleepers.count == count { return true }
        state.waiters.append((count, wake))
        return false
      }
      if isSo { wake.resume() }
    }
  }
}
