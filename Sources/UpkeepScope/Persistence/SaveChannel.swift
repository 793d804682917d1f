private import UpkeepThread

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that was handed over to be saved.
struct Save: Sendable {
  let encode: @Sendable () throws -> Data
  /// Nil if all of the value is written each time.
  var logged: LoggedSave?
  /// Hears that it failed.
  let reports: PersistenceReports
  let atom: String
}

// SAFETY: `machine`, `listeners` and `isScheduled` are touched only while `upkeep_lock` is held.
/// The way of one key to its storage: the values of all scopes are saved there one after the other.
class SaveChannel: @unchecked Sendable {
  let key: String
  let storageQueue: StorageQueue
  private var machine = SaveMachine<Save>()
  private var listeners: [(count: Int, signal: AsyncStream<Void>.Continuation)] = []
  private var isScheduled = false

  /// Whether edits can be added to what the storage has.
  var isAppendable: Bool { false }

  init(_ key: String, _ storageQueue: StorageQueue) {
    self.key = key
    self.storageQueue = storageQueue
  }

  deinit { storageQueue.forget(self) }

  /// Saves a value, soon and elsewhere.
  ///
  /// - Returns: its number.
  final func submit(_ save: Save) -> Int {
    let number = note(save)
    scheduleIfNeeded()
    return number
  }

  /// Nothing more is to come from a scope: its unsaved value is saved now, and a failed one is
  /// tried once more.
  ///
  /// A storage that does not suspend has been written when this returns.
  ///
  /// - Parameters:
  ///   - save: the last value, nil if it was submitted.
  ///   - number: that of the last value that was submitted; the values of other scopes are not
  ///     waited for.
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
    // Its content may do anything when it is released.
    withExtendedLifetime(old) {}
    return number
  }

  /// Saves the unsaved value, a failed one, too: now, if the storage does not suspend.
  func saveLast() { preconditionFailure("Upkeep: a channel must be one of two kinds") }

  /// Has `save` called elsewhere, and then `didRun`.
  func schedule() { preconditionFailure("Upkeep: a channel must be one of two kinds") }

  /// The value that is not saved yet, for an atom of another scope, which answers for it from then
  /// on; nil if there is none.
  final func newest<Value>(_ persistence: AtomPersistence<Value>) -> ReadOutcome<Value>? {
    let (save, number) = locked { (machine.newest, machine.changeCount) }
    guard let data = try? save?.encode(),
      case .success(var outcome) = ReadOutcome.judge(data, persistence)
    else { return nil }
    outcome.number = number
    return outcome
  }

  /// The number of values that were handed over: another number later says that a value read before
  /// is old.
  final var submittedCount: Int { locked { machine.changeCount } }

  /// Waits until the saved value is the newest there is.
  ///
  /// - Returns: the number of values handed over until then; nil if the newest could not be saved,
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
  /// - Throws: `PersistenceError` if it, or one that came later in its place, could not be saved;
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
      // It failed, and is tried again with a change that has come since.
      number = submittedCount
    }
  }

  // MARK: - For the two kinds

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

  /// The scheduled save has run.
  final func didRun() {
    locked { isScheduled = false }
    // For values that have come meanwhile.
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
