private import UpkeepThread

// SAFETY: as its superclass; `last` is touched only while `upkeep_lock` is held.
/// The way of one key to a storage that may suspend.
final class SuspendingChannel: SaveChannel, @unchecked Sendable {
  /// What everything that is scheduled waits for.
  private var last: Task<Void, Never>?

  override func schedule() {
    enqueue { [self] in
      await save()
      didRun()
    }
  }

  override func saveLast() {
    outbox.begin()
    enqueue { [self] in
      await save(isLast: true)
      outbox.end()
    }
  }

  private func save(isLast: Bool = false) async {
    var isLast = isLast
    while let save = beginSaving(isLast: isLast) {
      isLast = false
      do {
        try await outbox.storage.write(try save.encode(), for: key)
        endSaving(save, nil)
      } catch {
        endSaving(save, error)
      }
    }
  }

  /// What is saved for an atom, when all that was scheduled before is over.
  func open<Value>(_ persistence: AtomPersistence<Value>) async -> Opened<Value> {
    await withCheckedContinuation { continuation in
      enqueue { [self] in continuation.resume(returning: await read(persistence)) }
    }
  }

  private func read<Value>(_ persistence: AtomPersistence<Value>) async -> Opened<Value> {
    if let opened = newest(persistence) { return opened }
    do {
      guard let data = try await outbox.storage.read(key) else { return Opened() }
      switch Opened.judge(data, persistence) {
      case .success(let opened): return opened
      case .failure(let error):
        return Opened(error, setAsideAs: try await outbox.storage.setAside(key), key)
      }
    } catch {
      return Opened(unusable: error, key)
    }
  }

  /// One after the other.
  private func enqueue(_ body: @escaping @Sendable () async -> Void) {
    upkeep_lock()
    defer { upkeep_unlock() }
    last = Task.detached { [last] in
      await last?.value
      await body()
    }
  }
}
