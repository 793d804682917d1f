import Upkeep

// What is saved: when the atom is needed first, and when it was changed elsewhere.
extension AtomSaver {
  func note(_ opened: Opened<Value>) {
    adopted = opened.number
    if opened.isLeftAlone { standing = .closed(opened.problem ?? "it is left alone") }
    if let problem = opened.problem { Misuse.report(.savingFailed(atom: name, problem: problem)) }
  }

  func load(from channel: SuspendingChannel) {
    guard atom != nil else { return }
    let owner = time.isolation(for: name)
    let arrival = Arrival()
    standing = .loading(arrival)
    activity.begin(self)
    channel.outbox.begin()
    let reference = SaverReference(self)
    Task { [persistence, weak owner] in
      let opened = await channel.open(persistence)
      if let late = arrival.settle(isOpen: !opened.isLeftAlone) { _ = channel.submit(late) }
      channel.outbox.end()
      if let owner { await reference.arrive(opened, on: owner) }
    }
  }

  /// What is saved is known. Anything that was written since wins.
  fileprivate func arrive(_ opened: Opened<Value>) {
    guard case .loading = standing, let atom else {
      note(opened)
      return
    }
    standing = .open
    activity.end(self)
    note(opened)
    if atom.isWritten || isDirty {
      changed()
    } else if let value = opened.value {
      show(value)
    }
    finishWaiting()
  }

  /// Shows a value that is saved already.
  func show(_ value: Value) {
    guard let atom else { return }
    batch {
      atom.write(value)
      noteVersion()
    }
  }

  nonisolated(nonsending) func untilLoaded() async {
    guard isLoading else { return }
    let (signals, signal) = AsyncStream<Void>.makeStream()
    waiting.append(signal)
    for await _ in signals {}
  }

  func finishWaiting() {
    let listeners = waiting
    waiting = []
    for listener in listeners { listener.finish() }
  }

  // MARK: - Changes from elsewhere

  func listen() {
    guard atom != nil, let owner = time.currentOwner,
      let changes = channel.outbox.storage.changes(of: persistence.key)
    else { return }
    let reference = SaverReference(self)
    listening = Task { [channel, persistence, weak owner] in
      for await _ in changes {
        let submittedBefore = channel.submittedCount
        guard channel.isIdle else { continue }
        let opened = await channel.opened(persistence)
        guard let owner else { return }
        await reference.changedElsewhere(opened, ifStill: submittedBefore, on: owner)
      }
    }
  }

  /// What is saved was changed elsewhere. Changes of one's own that came meanwhile win.
  fileprivate func changedElsewhere(_ opened: Opened<Value>, ifStill submittedBefore: Int) {
    guard let atom, case .open = standing, !isDirty, channel.submittedCount == submittedBefore
    else { return }
    note(opened)
    if opened.problem == nil { show(opened.value ?? atom.firstValue()) }
  }
}

extension SaveChannel {
  /// What is saved for an atom.
  fileprivate func opened<Value>(_ persistence: AtomPersistence<Value>) async -> Opened<Value> {
    if let channel = self as? SuspendingChannel { return await channel.open(persistence) }
    return (self as? DirectChannel)?.open(persistence) ?? Opened()
  }
}

extension AtomSaver: Undertaking {
  var canGoOnByItself: Bool { true }

  func park(_ isParked: Bool) {}
}

// SAFETY: what is referred to is used only by the two functions, on the owner of its scope.
/// Carries an atom's saver through a task that reads for it.
private struct SaverReference<Value>: @unchecked Sendable {
  private weak var saver: AtomSaver<Value>?

  init(_ saver: AtomSaver<Value>) { self.saver = saver }

  func arrive(_ opened: Opened<Value>, on owner: isolated any Actor) { saver?.arrive(opened) }

  func changedElsewhere(
    _ opened: Opened<Value>, ifStill submittedBefore: Int, on owner: isolated any Actor
  ) {
    saver?.changedElsewhere(opened, ifStill: submittedBefore)
  }
}
