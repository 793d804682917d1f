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
    journals = outer
    effects.removeAll(where: journal.started.contains)
  }

  private func commit(_ journal: Journal) {
    if !journals.isEmpty {
      journals[journals.count - 1].undo += journal.undo
      journals[journals.count - 1].started += journal.started
      journals[journals.count - 1].cancelled += journal.cancelled
      return
    }
    effects.removeAll(where: journal.cancelled.contains)
    for id in journal.started where effects.contains(id) {
      guard let node = nodes[id] else { continue }
      if depth == 1, node.crew?.isPaused == false { wake(id) } else { firstRun(node) }
    }
  }
}
