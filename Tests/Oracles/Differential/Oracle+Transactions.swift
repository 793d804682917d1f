extension Oracle {
  /// An undone transaction makes each node what it was when it began: the oracle copies them all.
  func transaction(fails: Bool = false, _ body: () -> Void) {
    turn {
      journals.append(Journal(copies: nodes.filter { $0.value.effect == nil }.mapValues(Copy.init)))
      keeping(body)
      let journal = journals.removeLast()
      if fails { rollBack(journal) } else { commit(journal) }
    }
  }

  /// Adds a step of the way back, for what is no node.
  func onRollback(_ step: @escaping () -> Void) {
    if !journals.isEmpty { journals[journals.count - 1].undo.append(step) }
  }

  /// Called before a node is changed otherwise than by computing: one that was made inside goes back to what it was made as.
  func note(_ node: Node) {
    for index in journals.indices where journals[index].copies[node.id] == nil {
      journals[index].copies[node.id] = Copy(node)
    }
  }

  private func rollBack(_ journal: Journal) {
    let outer = journals
    journals = []
    for step in journal.undo.reversed() { step() }
    for copy in journal.copies.values where copy.putBack() { didChange(copy.node.id) }
    for node in nodes.values
    where node.computes && journal.copies[node.id] == nil && node.now != nil {
      node.forgetValue()
      didChange(node.id)
    }
    changes += 1
    journals = outer
    effects.removeAll(where: journal.started.contains)
    let after = afterRollback
    afterRollback = []
    for step in after { step() }
  }

  private func commit(_ journal: Journal) {
    if !journals.isEmpty {
      journals[journals.count - 1].undo += journal.undo
      journals[journals.count - 1].started += journal.started
      journals[journals.count - 1].cancelled += journal.cancelled
      return
    }
    if !journal.started.isEmpty || !journal.cancelled.isEmpty { settleEdits() }
    effects.removeAll(where: journal.cancelled.contains)
    for id in journal.started where effects.contains(id) {
      guard let node = nodes[id] else { continue }
      node.waitsForCommit = false
      if depth == 1, node.crew?.isPaused == false { wake(id) } else { firstRun(node) }
    }
  }

  /// An open transaction.
  struct Journal {
    var copies: [Int: Copy]
    var undo: [() -> Void] = []
    /// Effects that were made, or are to end, with the commit.
    var started: [Int] = []
    var cancelled: [Int] = []
  }

  /// The state of a node when a transaction began.
  struct Copy {
    let node: Node
    private let now: Version?
    private let start: Version?
    private let touches: Int
    private let hasNoStart: Bool
    private let isEdited: Bool
    private let trace: [(node: Int, version: Version)]
    private let isInvalid: Bool
    private let expression: Expression
    private let mentions: [Int]

    init(_ node: Node) {
      self.node = node
      touches = node.touches
      (now, start, hasNoStart) = (node.now, node.start, node.hasNoStart)
      (isEdited, isInvalid, trace) = (node.isEdited, node.isInvalid, node.trace)
      (expression, mentions) = (node.expression, node.mentions)
    }

    /// Makes the node that again; says whether its readers have to look.
    func putBack() -> Bool {
      let wasReplaced = node.expression != expression
      (node.expression, node.mentions) = (expression, mentions)
      guard let now else {
        let wasComputed = node.now != nil
        node.forgetValue()
        return wasComputed || wasReplaced
      }
      let hasChanged = node.now?.stamp != now.stamp || wasReplaced
      let isSame = !hasChanged && node.trace.map(\.version.stamp) == trace.map(\.version.stamp)
      if !isSame, node.computes { node.isStale = true }
      (node.now, node.trace, node.isInvalid) = (now, trace, isInvalid)
      (node.start, node.touches) = (start, touches)
      (node.isEdited, node.hasNoStart) = (isEdited, hasNoStart)
      return hasChanged
    }
  }
}
