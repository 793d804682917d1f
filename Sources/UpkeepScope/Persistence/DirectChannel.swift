import Dispatch

// SAFETY: as its superclass; its own property is immutable.
/// The way of one key to a storage that does not suspend.
final class DirectChannel: SaveChannel, @unchecked Sendable {
  /// Held while the storage is used for this key.
  private let using = DispatchSemaphore(value: 1)

  private var storage: any KeyedStorage {
    guard let storage = storageQueue.storage as? any KeyedStorage else {
      preconditionFailure("Upkeep: a direct channel must lead to a storage that does not suspend")
    }
    return storage
  }

  override func schedule() {
    storageQueue.queue.async { [self] in
      save()
      didRun()
    }
  }

  override func saveLast() { save(isLast: true) }

  private func save(isLast: Bool = false) {
    using.wait()
    defer { using.signal() }
    var isLast = isLast
    while let save = beginSaving(isLast: isLast) {
      isLast = false
      do {
        try storage.write(try save.encode(), for: key)
        endSaving(save, nil)
      } catch {
        endSaving(save, error)
      }
    }
  }

  /// Reads the saved value of an atom.
  func read<Value>(_ persistence: AtomPersistence<Value>) -> ReadOutcome<Value> {
    // A value that another scope is saving is known without the storage, which may take its time.
    if let outcome = newest(persistence) { return outcome }
    using.wait()
    defer { using.signal() }
    do {
      guard let data = try storage.read(key) else { return ReadOutcome() }
      switch ReadOutcome.judge(data, persistence) {
      case .success(let outcome): return outcome
      case .failure(let error):
        return ReadOutcome(error, setAsideAs: try storage.setAside(key), key)
      }
    } catch {
      return ReadOutcome(unusable: error, key)
    }
  }
}
