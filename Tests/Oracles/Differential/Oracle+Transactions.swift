extension Oracle {
  func transaction(fails: Bool = false, _ body: () -> Void) {
    turn {
      journals.append(Journal(changesAtOpen: changes))
      keeping(body)
      let journal = journals.removeLast()
      if fails { rollBack(journal) } else { commit(journal) }
    }
  }

  /// Adds a step of the way back.
  func onRollback(_ step: @escaping () -> Void) {
    if !journals.isEmpty { journals[journals.count - 1].undo.append(step) }
  }

  private func rollBack(_ journal: Journal) {
    let outer = journals
    journals = []
    for step in journal.undo.reversed() { step() }
    journals = outer
    putBack(journal)
    effects.removeAll(where: journal.started.contains)
    let after = afterRollback
    afterRollback = []
    for step in after { step() }
  }

  // MARK: - Derived values

  /// What a node was when something first happens to it inside a transaction, it was when that began.
  func attempt(_ node: Node, isFirst: Bool = false) {
    if node.wasFresh == nil { node.wasFresh = !node.isStale && !isFirst }
  }

  /// Called before a node computes inside a transaction.
  func noteResult(_ node: Node) {
    if journals.isEmpty || node.before != nil { return }
    node.before = node.now
  }

  /// Whether a new result of a node is the one that a rollback has put back.
  func isTrusted(_ node: Node) -> Bool { node.isRestored && changes == changesAtRestore }

  /// What was true when the transaction began is put back. If nothing changes before it computes again in this
  /// turn, that result is taken for the same.
  private func putBack(_ journal: Journal) {
    let restored =
      journals.isEmpty ? nodes.values.filter { $0.before != nil && $0.wasFresh == true } : []
    if changesAtRestore != journal.changesAtOpen {
      for node in nodes.values { node.isRestored = false }
    }
    for node in restored {
      node.isRestored = true
      if node.now?.stamp == node.before?.stamp { continue }
      node.now = node.before
      node.isStale = true
      // What first computed inside is not put back, so its version would not tell that this does not follow. And
      // what is put back may come to what it was inside.
      for (index, entry) in node.trace.enumerated()
      where nodes[entry.node]?.computes == true
        || nodes[entry.node]?.now?.stamp != entry.version.stamp
      {
        node.trace[index].version = Version(outcome: entry.version.outcome, stamp: -1)
      }
      didChange(node.id)
    }
    changesAtRestore = changes
    if journals.isEmpty { forgetAttempts() }
  }

  private func forgetAttempts() {
    for node in nodes.values {
      node.before = nil
      node.wasFresh = nil
    }
  }

  private func commit(_ journal: Journal) {
    if !journals.isEmpty {
      journals[journals.count - 1].undo += journal.undo
      journals[journals.count - 1].started += journal.started
      journals[journals.count - 1].cancelled += journal.cancelled
      return
    }
    forgetAttempts()
    if !journal.started.isEmpty || !journal.cancelled.isEmpty { settleEdits() }
    effects.removeAll(where: journal.cancelled.contains)
    for id in journal.started where effects.contains(id) {
      guard let node = nodes[id] else { continue }
      node.waitsForCommit = false
      if depth == 1, node.crew?.isPaused == false { wake(id) } else { firstRun(node) }
    }
  }
}
