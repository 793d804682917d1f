import Upkeep

/// Saves one atom of one scope and loads its saved value.
final class AtomSaver<Value>: ScopeSaver {
  enum Phase {
    /// The storage is being read.
    case loading(ReadHandoff)
    case open
    /// The saved value must not be overwritten.
    case closed(String)
  }

  /// The saved or restored first value of the atom, instead of its definition's first value.
  private(set) var first: Value?
  let name: String
  let persistence: AtomPersistence<Value>
  let channel: SaveChannel
  private let reports: PersistenceReports
  var phase = Phase.open
  weak var atom: (any SavedAtom<Value>)?
  let time: ScopeTime
  let pendingWork: PendingWork
  /// The version that was last handed over or loaded.
  private var knownVersion: Version?
  /// Whether the value differs from the last one that was handed over.
  var isDirty: Bool
  /// The value that was last handed over or loaded, if a save can contain only the later edits.
  var handedOver: (value: Value, state: SavedState)?
  /// The number of the last change that was handed over.
  private var submitted = 0
  /// The number of another scope's unsaved change with which the atom began.
  var adopted = 0
  private var alarm: AnyObject?
  /// The changes from elsewhere, until the saver listens to them.
  private var changesElsewhere: AsyncStream<Void>?
  var listening: Task<Void, Never>?
  var waiters = Waiters()

  /// Reads the saved value if the storage does not suspend.
  ///
  /// A value from a snapshot is newer than any saved value.
  init(
    _ name: String, _ persistence: AtomPersistence<Value>, _ channel: SaveChannel,
    _ reports: PersistenceReports, _ time: ScopeTime, _ pendingWork: PendingWork, restored: Value?
  ) {
    self.time = time
    self.pendingWork = pendingWork
    self.name = name
    self.persistence = persistence
    self.channel = channel
    self.reports = reports
    first = restored
    isDirty = restored != nil
    // Subscribed before the saved value is read, so that no change in between is missed.
    if time.currentOwner != nil {
      changesElsewhere = channel.storageQueue.storage.changes(of: persistence.key)
    }
    guard let channel = channel as? DirectChannel else { return }
    let outcome = channel.read(persistence)
    first = restored ?? outcome.value
    note(outcome)
  }

  /// Connects the saver to its atom, and loads the saved value unless it was read.
  func connect(_ atom: any SavedAtom<Value>) {
    self.atom = atom
    first = nil
    noteVersion()
    if let channel = channel as? SuspendingChannel {
      load(from: channel)
    } else if isDirty {
      changed()
    }
    if let changes = changesElsewhere { listen(to: changes) }
    changesElsewhere = nil
  }

  // MARK: - Saving

  /// Saves the atom after a turn that wrote it.
  func turnEnded() { if noteVersion() { changed() } }

  @discardableResult
  func noteVersion() -> Bool {
    guard let atom else { return false }
    let version = atom.stored.storedVersion
    defer { knownVersion = version }
    return version != knownVersion
  }

  func changed() {
    isDirty = true
    guard case .open = phase else { return }
    guard let duration = persistence.coalescing else {
      submit()
      return
    }
    guard alarm == nil, atom != nil else { return }
    alarm = time.alarm(after: duration, for: name) { [weak self] in
      self?.alarm = nil
      // A value that a transaction may still undo must not be saved.
      Turn.afterTransaction { self?.submit() }
    }
  }

  private func submit() {
    guard isDirty, case .open = phase, let save = save() else { return }
    isDirty = false
    submitted = channel.submit(save)
  }

  private func save() -> Save? {
    atom.flatMap { save($0.stored) }
  }

  private func save(_ stored: StoredProperty<Value>) -> Save? {
    guard let value = stored.storedValue else { return nil }
    var save = Save(encode: persistence.capture(value), reports: reports, atom: name)
    if let edits = persistence.edits, channel.isAppendable {
      let logged = LoggedSave(
        handedOver.flatMap { edits($0.value, value) }, after: handedOver?.state)
      handedOver = (value, logged.state)
      save.logged = logged
    }
    return save
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }

  func handOverChanges() throws -> (channel: SaveChannel, number: Int)? {
    if case .closed(let problem) = phase, isDirty {
      throw PersistenceError(key: persistence.key, underlying: SavedValueError(problem))
    }
    alarm = nil
    submit()
    let number = max(submitted, adopted)
    return number > 0 ? (channel, number) : nil
  }

  /// Ends saving when the scope releases the atom, or an override brings another storage.
  func end() {
    alarm = nil
    listening?.cancel()
    if isLoading, atom != nil { pendingWork.end(self) }
    if let stored = atom?.stored {
      // A value that a transaction may still undo must not be saved before it ends. Until then an
      // override may have written a value of its own.
      let last = unsaved(stored)
      var isUndone = false
      Turn.afterRollback { isUndone = true }
      Turn.afterTransaction { [self] in finish(with: isUndone ? unsaved(stored) : last) }
    }
    atom = nil
    waiters.takeAll().resume()
  }

  private func unsaved(_ stored: StoredProperty<Value>) -> Save? {
    isDirty || stored.storedVersion != knownVersion ? save(stored) : nil
  }

  /// Hands over the unsaved value for the last time.
  private func finish(with save: Save?) {
    switch phase {
    case .loading(let handoff):
      if let save, handoff.handOver(save) { _ = channel.submit(save) }
    case .open:
      channel.finish(with: save, after: submitted)
    case .closed: break
    }
    reports.deliver()
  }
}
