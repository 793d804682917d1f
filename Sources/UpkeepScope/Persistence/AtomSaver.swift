import Upkeep

/// Saves one atom of one scope, and finds its saved value.
final class AtomSaver<Value>: ScopeSaver {
  enum Phase {
    /// The storage is being read.
    case loading(ReadHandoff)
    case open
    /// The saved value must not be overwritten.
    case closed(String)
  }

  /// The first value of the atom, in place of that of its definition.
  private(set) var first: Value?
  let name: String
  let persistence: AtomPersistence<Value>
  let channel: SaveChannel
  private let reports: PersistenceReports
  var phase = Phase.open
  weak var atom: (any SavedAtom<Value>)?
  let time: ScopeTime
  let pendingWork: PendingWork
  /// The version of the property's value that was handed over last, or was found.
  private var knownVersion: Version?
  /// The value is not the one that was handed over last.
  var isDirty: Bool
  /// The value that was handed over last, or was found, where only the edits since are saved.
  var handedOver: (value: Value, state: SavedState)?
  /// The number of the last change that was handed over.
  private var submitted = 0
  /// That of a change of another scope, not saved yet, with which the atom has begun.
  var adopted = 0
  private var alarm: AnyObject?
  /// Tells of changes from elsewhere, until somebody listens.
  private var changesElsewhere: AsyncStream<Void>?
  var listening: Task<Void, Never>?
  var waiters = Waiters()

  /// Reads the saved value, if that can be done at once.
  ///
  /// A value from a snapshot is newer than any that is saved.
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
    // Before the saved value is read: a change that comes in between is told.
    if time.currentOwner != nil {
      changesElsewhere = channel.storageQueue.storage.changes(of: persistence.key)
    }
    guard let channel = channel as? DirectChannel else { return }
    let outcome = channel.read(persistence)
    first = restored ?? outcome.value
    note(outcome)
  }

  /// From now on the atom is saved.
  ///
  /// Begins to load where that was not done.
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

  /// A turn has ended in which the atom was written.
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
      // A value that a transaction may still undo is not saved.
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
        handedOver.map { edits($0.value, value) }, after: handedOver?.state)
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

  /// The scope lets go of the atom.
  func end() {
    alarm = nil
    listening?.cancel()
    if isLoading, atom != nil { pendingWork.end(self) }
    // A value that a transaction may still undo is not saved before that is over.
    if let stored = atom?.stored { Turn.afterTransaction { [self] in finish(stored) } }
    atom = nil
    waiters.takeAll().resume()
  }

  /// Hands over the value that is not saved yet, for the last time.
  private func finish(_ stored: StoredProperty<Value>) {
    let save = isDirty || stored.storedVersion != knownVersion ? save(stored) : nil
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
