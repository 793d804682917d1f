import Dispatch

// SAFETY: as for the superclass; `stored` is used only while `using` is held.
/// The channel of one key to a storage that does not suspend.
final class DirectChannel: SaveChannel, @unchecked Sendable {
  /// Held while the storage is used for the key.
  private let using = DispatchSemaphore(value: 1)
  /// The known content of the storage, if edits can be appended to it; else nil.
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

  /// Appends the edits of a collection if they follow the stored content; else writes all elements.
  private func write(_ save: Save) throws {
    let before = stored
    // The content is unknown until the write is done, and after a failure.
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

  /// Appends edits to the stored content; returns nil if all elements must be written.
  private func add(_ logged: LoggedSave, after end: SavedLogEnd) throws -> SavedLogEnd? {
    // An edit in place counts as a change but may contain no edits.
    if logged.count == 0 { return end }
    guard let storage = storage as? any AppendableStorage,
      let (line, newEnd) = try end.line(of: logged.edits),
      try storage.append(line, after: end.count, endingIn: end.bytes, for: key)
    else { return nil }
    return newEnd
  }

  /// Reads the saved value of an atom.
  func read<Value>(_ persistence: AtomPersistence<Value>) -> ReadOutcome<Value> {
    // A value that another scope is saving is known without reading the storage, which may be slow.
    if let outcome = newest(persistence) { return outcome }
    using.wait()
    defer { using.signal() }
    do {
      guard let data = try storage.read(key) else { return ReadOutcome() }
      switch ReadOutcome.judge(data, persistence) {
      case .success(var outcome):
        // The end identifies the bytes that were written last.
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
