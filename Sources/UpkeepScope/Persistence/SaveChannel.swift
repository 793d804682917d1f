private import UpkeepThread

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that was handed over for saving.
struct Save: Sendable {
  let encode: @Sendable () throws -> Data
  /// Nil if the value is always written as a whole.
  var logged: LoggedSave?
  /// Receives a failure.
  let reports: PersistenceReports
  let atom: String
}

// SAFETY: `machine`, `listeners` and `isScheduled` are used only while `upkeep_lock` is held.
/// The channel of one key to its storage, which saves the values of all scopes in order.
class SaveChannel: @unchecked Sendable {
  let key: String
  let storageQueue: StorageQueue
  private var machine = SaveMachine<Save>()
  private var listeners: [(count: Int, signal: AsyncStream<Void>.Continuation)] = []
  private var isScheduled = false

  /// Whether edits can be appended to the stored bytes.
  var isAppendable: Bool { false }

  init(_ key: String, _ storageQueue: StorageQueue) {
    self.key = key
    self.storageQueue = storageQueue
  }

  deinit { storageQueue.forget(self) }

  /// Saves a value soon, off the caller's isolation.
  ///
  /// - Returns: the number of the value.
  final func submit(_ save: Save) -> Int {
    let number = note(save)
    scheduleIfNeeded()
    return number
  }

  /// Saves the last value of a scope, and retries a failed save once.
  ///
  /// A storage that does not suspend has been written on return.
  ///
  /// - Parameters:
  ///   - save: the last value; nil if it was submitted.
  ///   - number: the number of the last submitted value; values of other scopes are not awaited.
  final func finish(with save: Save?, after number: Int) {
    if let save {
      _ = note(save)
    } else if locked({ machine.savedCount >= number && machine.failure == nil }) {
      return
    }
    saveLast()
  }

  private func note(_ save: Save) -> Int {
    let (number, old) = locked {
      save.logged?.takeOver(machine.next?.logged)
      let old = machine.change(to: save)
      return (machine.changeCount, old)
    }
    // Released outside the lock: a `deinit` of the content may run any code.
    withExtendedLifetime(old) {}
    return number
  }

  /// Saves the unsaved value, also a failed one; immediately if the storage does not suspend.
  func saveLast() { preconditionFailure("Upkeep: a channel must be one of two kinds") }

  /// Schedules a call of `save`, then of `didRun`, elsewhere.
  func schedule() { preconditionFailure("Upkeep: a channel must be one of two kinds") }

  /// Returns the unsaved value for an atom of another scope; nil if there is none.
  ///
  /// The reading atom then waits for this value, too, in `Scope.saved()`.
  final func newest<Value>(_ persistence: AtomPersistence<Value>) -> ReadOutcome<Value>? {
    let (save, number) = locked { (machine.newest, machine.changeCount) }
    guard let data = try? save?.encode(),
      case .success(var outcome) = ReadOutcome.judge(data, persistence)
    else { return nil }
    outcome.number = number
    return outcome
  }

  /// The number of values handed over; a value that was read before an increase is outdated.
  final var submittedCount: Int { locked { machine.changeCount } }

  /// Waits until the newest value is saved.
  ///
  /// - Returns: the number of values handed over until then; nil if the newest could not be saved
  ///   or the task was cancelled.
  nonisolated(nonsending) final func untilIdle() async -> Int? {
    while true {
      let (count, isIdle) = locked { (machine.changeCount, machine.isIdle) }
      if isIdle { return Task.isCancelled ? nil : count }
      do { try await saved(count) } catch { return nil }
    }
  }

  /// Waits until a value is saved.
  ///
  /// - Throws: `PersistenceError` if the value, or a later one in its place, could not be saved;
  ///   `CancellationError`.
  nonisolated(nonsending) final func saved(_ number: Int) async throws {
    var number = number
    while true {
      let (signals, signal) = AsyncStream<Void>.makeStream()
      let isSettled = locked {
        if machine.settledCount < number { listeners.append((number, signal)) }
        return machine.settledCount >= number
      }
      if !isSettled { for await _ in signals {} }
      try Task.checkCancellation()
      let (isSaved, error) = locked { (machine.savedCount >= number, machine.failure) }
      if isSaved { return }
      if let error { throw PersistenceError(key: key, underlying: error) }
      // The save failed, but a later change tries again.
      number = submittedCount
    }
  }

  // MARK: - For the subclasses

  final func scheduleIfNeeded() {
    let isNeeded = locked {
      let isNeeded = machine.isPending && !isScheduled
      if isNeeded { isScheduled = true }
      return isNeeded
    }
    guard isNeeded else { return }
    storageQueue.begin()
    schedule()
  }

  /// Notes that the scheduled save has run.
  final func didRun() {
    locked { isScheduled = false }
    // Values may have arrived meanwhile.
    scheduleIfNeeded()
    storageQueue.end()
  }

  final func beginSaving(isLast: Bool = false) -> Save? {
    locked { machine.begin(isLast: isLast) }
  }

  final func endSaving(_ save: Save, _ error: (any Error)?) {
    let (isTold, settled) = locked {
      let isTold = machine.end(error)
      let settled = listeners.filter { $0.count <= machine.settledCount }
      listeners.removeAll { $0.count <= machine.settledCount }
      return (isTold, settled)
    }
    if let error, isTold {
      save.reports.post(
        save.atom,
        """
        it could not be saved under '\(key)': \(error). The value stays, and is saved with the next change; until \
        then saved() throws.
        """)
    }
    for listener in settled { listener.signal.finish() }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    upkeep_lock()
    defer { upkeep_unlock() }
    return body()
  }
}
