extension Oracle {
  func transaction(fails: Bool = false, _ body: () -> Void) {
    turn {
      journals.append(Journal())
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
    if outer.isEmpty { putBack() }
    journals = outer
    effects.removeAll(where: journal.started.contains)
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

  /// What was true when the transaction began is put back, and the next result taken for the same. For what an
  /// effect needs that is now; when the others compute is the library's choice.
  private func putBack() {
    let restored = nodes.values.filter { $0.before != nil && $0.wasFresh == true }
    for node in restored { node.now = node.before }
    forgetAttempts()
    let live = subscriberCounts()
    for node in restored { node.isRestored = live[node.id] != nil }
    for node in restored.sorted(by: { $0.order < $1.order }) {
      if node.isRestored {
        _ = fresh(node.id)
      } else if live[node.id] == nil {
        areCountsFree = true
      }
    }
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
    effects.removeAll(where: journal.cancelled.contains)
    for id in journal.started where effects.contains(id) {
      guard let node = nodes[id] else { continue }
      if depth == 1, node.crew?.isPaused == false { wake(id) } else { firstRun(node) }
    }
  }
}
