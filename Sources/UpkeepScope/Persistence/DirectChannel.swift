import Dispatch

// SAFETY: as its superclass; `stored` is touched only while `using` is held.
/// The way of one key to a storage that does not suspend.
final class DirectChannel: SaveChannel, @unchecked Sendable {
  /// Held while the storage is used for this key.
  private let using = DispatchSemaphore(value: 1)
  /// The content of the storage, as far as it is known, if edits can be added to it.
  private var stored: (state: SavedState, end: SavedLogEnd)?

  private var storage: any KeyedStorage {
    guard let storage = storageQueue.storage as? any KeyedStorage else {
      preconditionFailure("Upkeep: a direct channel must lead to a storage that does not suspend")
    }
    return storage
  }

  override var isAppendable: Bool { storageQueue.storage is any AppendableStorage }

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
        try write(save)
        endSaving(save, nil)
      } catch {
        endSaving(save, error)
      }
    }
  }

  /// Adds the edits of a collection where they follow what the storage has; otherwise writes all.
  private func write(_ save: Save) throws {
    let before = stored
    // Until it is done, and if it fails, nobody knows.
    stored = nil
    if let before, let logged = save.logged, logged.base === before.state,
      let end = try add(logged, after: before.end)
    {
      stored = (logged.state, end)
      return
    }
    let data = try save.encode()
    try storage.write(data, for: key)
    if let logged = save.logged, let end = SavedLogEnd(whole: data) { stored = (logged.state, end) }
  }

  /// Adds edits to what the storage has; nil if all is to be written.
  private func add(_ logged: LoggedSave, after end: SavedLogEnd) throws -> SavedLogEnd? {
    // An edit in place counts as a change, and may be none.
    if logged.count == 0 { return end }
    guard let storage = storage as? any AppendableStorage,
      let (line, newEnd) = try end.line(of: logged.edits),
      try storage.append(line, after: end.count, endingIn: end.bytes, for: key)
    else { return nil }
    return newEnd
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
      case .success(var outcome):
        // The bytes that were written last are known by their end.
        if outcome.end != stored?.end { stored = outcome.end.map { (SavedState(), $0) } }
        outcome.state = stored?.state
        return outcome
      case .failure(let error):
        return ReadOutcome(error, setAsideAs: try storage.setAside(key), key)
      }
    } catch {
      return ReadOutcome(unusable: error, key)
    }
  }
}
