import Upkeep

// Reading the saved value, when the atom is first needed and after a change elsewhere.
extension AtomSaver {
  func note(_ outcome: ReadOutcome<Value>) {
    adopted = outcome.number
    if let value = outcome.value, let state = outcome.state { handedOver = (value, state) }
    if outcome.isLeftAlone { phase = .closed(outcome.problem ?? "it is left alone") }
    if let problem = outcome.problem { Misuse.report(.savingFailed(atom: name, problem: problem)) }
  }

  func load(from channel: SuspendingChannel) {
    guard atom != nil else { return }
    let owner = time.isolation(for: name)
    let handoff = ReadHandoff()
    phase = .loading(handoff)
    pendingWork.begin(self)
    channel.storageQueue.begin()
    let reference = SaverReference(self)
    Task { [persistence, weak owner] in
      let outcome = await channel.read(persistence)
      if let late = handoff.settle(isOpen: !outcome.isLeftAlone) { _ = channel.submit(late) }
      channel.storageQueue.end()
      if let owner { await reference.didRead(outcome, on: owner) }
    }
  }

  /// Takes the outcome of the first read.
  ///
  /// A value that was written meanwhile wins.
  fileprivate func didRead(_ outcome: ReadOutcome<Value>) {
    guard case .loading = phase, let atom else {
      note(outcome)
      return
    }
    phase = .open
    pendingWork.end(self)
    note(outcome)
    if atom.isWritten || isDirty {
      changed()
    } else if let value = outcome.value {
      show(value)
    }
    waiters.takeAll().resume()
  }

  /// Shows a value that is already saved.
  func show(_ value: Value) {
    guard let atom else { return }
    batch {
      atom.write(value)
      noteVersion()
    }
  }

  nonisolated(nonsending) func untilLoaded() async {
    guard isLoading else { return }
    for await _ in waiters.add() {}
  }

  // MARK: - Changes from elsewhere

  /// Follows changes elsewhere.
  ///
  /// The storage reports each change once. A change that is reported during a load or a save must
  /// not be skipped: the storage may have written the atom's own change before the reported one.
  func listen(to changes: AsyncStream<Void>) {
    guard atom != nil, let owner = time.currentOwner else { return }
    let loading = isLoading ? waiters.add() : nil
    let reference = SaverReference(self)
    listening = Task { [channel, persistence, weak owner] in
      if let loading { for await _ in loading {} }
      for await _ in changes {
        var isFollowed = false
        while !isFollowed, let submittedBefore = await channel.untilIdle() {
          let outcome = await channel.readSaved(persistence)
          guard let owner else { return }
          isFollowed = await reference.changedElsewhere(
            outcome, ifStill: submittedBefore, on: owner)
        }
      }
    }
  }

  /// Takes a value that was changed elsewhere.
  ///
  /// The atom's own unsaved changes win.
  ///
  /// - Returns: false if the value must be read again, because a change was handed over meanwhile.
  fileprivate func changedElsewhere(
    _ outcome: ReadOutcome<Value>, ifStill submittedBefore: Int
  ) -> Bool {
    guard let atom, case .open = phase, !isDirty else { return true }
    guard channel.submittedCount == submittedBefore else { return false }
    // The storage has the value that the atom itself handed over.
    if let state = outcome.state, state === handedOver?.state { return true }
    note(outcome)
    if outcome.problem == nil { show(outcome.value ?? atom.firstValue()) }
    return true
  }
}

extension SaveChannel {
  /// Reads the saved value of an atom.
  fileprivate func readSaved<Value>(
    _ persistence: AtomPersistence<Value>
  ) async -> ReadOutcome<Value> {
    if let channel = self as? SuspendingChannel { return await channel.read(persistence) }
    return (self as? DirectChannel)?.read(persistence) ?? ReadOutcome()
  }
}

extension AtomSaver: WorkItem {
  var isRunnable: Bool { true }

  func park(_ isParked: Bool) {}
}

// SAFETY: only the two functions use the saver, on the owner of its scope.
/// Carries an atom's saver through a task that reads for it.
private struct SaverReference<Value>: @unchecked Sendable {
  private weak var saver: AtomSaver<Value>?

  init(_ saver: AtomSaver<Value>) { self.saver = saver }

  func didRead(_ outcome: ReadOutcome<Value>, on owner: isolated any Actor) {
    saver?.didRead(outcome)
  }

  func changedElsewhere(
    _ outcome: ReadOutcome<Value>, ifStill submittedBefore: Int, on owner: isolated any Actor
  ) -> Bool {
    saver?.changedElsewhere(outcome, ifStill: submittedBefore) ?? true
  }
}
