private import UpkeepThread

// SAFETY: as for the superclass; `last` is used only while `upkeep_lock` is held.
/// The channel of one key to a storage that may suspend.
final class SuspendingChannel: SaveChannel, @unchecked Sendable {
  /// The task that precedes the next scheduled one.
  private var last: Task<Void, Never>?

  override func schedule() {
    enqueue { [self] in
      await save()
      didRun()
    }
  }

  override func saveLast() {
    storageQueue.begin()
    enqueue { [self] in
      await save(isLast: true)
      storageQueue.end()
    }
  }

  private func save(isLast: Bool = false) async {
    var isLast = isLast
    while let save = beginSaving(isLast: isLast) {
      isLast = false
      do {
        try await storageQueue.storage.write(try save.encode(), for: key)
        endSaving(save, nil)
      } catch {
        endSaving(save, error)
      }
    }
  }

  /// Reads the saved value of an atom, after all earlier work.
  func read<Value>(_ persistence: AtomPersistence<Value>) async -> ReadOutcome<Value> {
    await withCheckedContinuation { continuation in
      enqueue { [self] in continuation.resume(returning: await readNow(persistence)) }
    }
  }

  private func readNow<Value>(_ persistence: AtomPersistence<Value>) async -> ReadOutcome<Value> {
    if let outcome = newest(persistence) { return outcome }
    do {
      guard let data = try await storageQueue.storage.read(key) else { return ReadOutcome() }
      switch ReadOutcome.judge(data, persistence) {
      case .success(let outcome): return outcome
      case .failure(let error):
        return ReadOutcome(error, setAsideAs: try await storageQueue.storage.setAside(key), key)
      }
    } catch {
      return ReadOutcome(unusable: error, key)
    }
  }

  /// Runs a closure after all earlier ones.
  private func enqueue(_ body: @escaping @Sendable () async -> Void) {
    upkeep_lock()
    defer { upkeep_unlock() }
    last = Task.detached { [last] in
      await last?.value
      await body()
    }
  }
}
