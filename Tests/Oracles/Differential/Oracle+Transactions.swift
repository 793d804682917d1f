extension Oracle {
  /// Runs a transaction; if it fails, each node is what it was at the beginning.
  ///
  /// The oracle copies all nodes. The nodes that the transaction itself has made stay as they are.
  func transaction(fails: Bool = false, _ body: () -> Void) {
    turn {
      journals.append(
        Journal(
          copies: nodes.filter { $0.value.effect == nil }.mapValues(Copy.init), firstOrder: made))
      keeping(body)
      let journal = journals.removeLast()
      if fails { rollBack(journal) } else { commit(journal) }
    }
  }

  /// Adds a step to undo at a rollback, for state outside the nodes that was made at `order`.
  ///
  /// A transaction that has made that state itself does not take the step.
  func onRollback(of order: Int, _ step: @escaping () -> Void) {
    if !journals.isEmpty { journals[journals.count - 1].undo.append((order, step)) }
  }

  private func rollBack(_ journal: Journal) {
    let outer = journals
    journals = []
    for (order, step) in journal.undo.reversed() where order <= journal.firstOrder { step() }
    let seen = seenByFirstValues(journal)
    for copy in journal.copies.values where copy.putBack() { didChange(copy.node.id) }
    for node in nodes.values where node.order > journal.firstOrder { node.forgetStart() }
    changes += 1
    journals = outer
    for id in journal.firsts { keepOrForget(id, seen) }
    let isKept = { [self] (id: Int) in (nodes[id]?.crew?.order ?? 0) > journal.firstOrder }
    let (kept, ended) = (journal.started.filter(isKept), journal.started.filter { !isKept($0) })
    effects.removeAll { ended.contains($0) || journal.cancelled.contains($0) && isKept($0) }
    if journals.isEmpty {
      start(kept)
    } else {
      journals[journals.count - 1].started += kept
    }
    let after = afterRollback
    afterRollback = []
    for step in after { step() }
  }

  /// The derived values that newly computed nodes have read, by the stamps of their versions.
  private func seenByFirstValues(_ journal: Journal) -> [Int: Int] {
    var seen: [Int: Int] = [:]
    for entry in journal.firsts.compactMap({ nodes[$0] }).flatMap(\.trace) {
      guard let input = nodes[entry.node], input.computes,
        input.now?.stamp == entry.version.stamp
      else { continue }
      seen[entry.version.stamp] = input.touches
    }
    return seen
  }

  /// Keeps a value that was first computed inside, unless an input has another value after the
  /// rollback.
  private func keepOrForget(_ id: Int, _ seen: [Int: Int]) {
    guard let node = nodes[id], node.now != nil else { return }
    if node.kind != .collection, !node.isInvalid,
      node.trace.indices.allSatisfy({ isStillTrue(at: $0, of: node, seen) })
    {
      if !journals.isEmpty { journals[journals.count - 1].firsts.append(id) }
      return
    }
    node.forgetValue()
    didChange(id)
  }

  private func isStillTrue(at index: Int, of node: Node, _ seen: [Int: Int]) -> Bool {
    let entry = node.trace[index]
    guard let input = nodes[entry.node] else { return false }
    if input.now?.stamp == entry.version.stamp { return true }
    guard seen[entry.version.stamp] != nil, entry.version.outcome.ids.isEmpty else { return false }
    let now = fresh(entry.node)
    if !input.isUnchanged(entry.version.outcome, now.outcome) { return false }
    node.trace[index].version = now
    return true
  }

  private func commit(_ journal: Journal) {
    if !journals.isEmpty {
      journals[journals.count - 1].undo += journal.undo
      journals[journals.count - 1].firsts += journal.firsts
      journals[journals.count - 1].started += journal.started
      journals[journals.count - 1].cancelled += journal.cancelled
      return
    }
    if !journal.started.isEmpty || !journal.cancelled.isEmpty { settleEdits() }
    effects.removeAll(where: journal.cancelled.contains)
    start(journal.started)
  }

  /// Starts the effects that waited for the end of the outermost transaction.
  private func start(_ started: [Int]) {
    for id in started where effects.contains(id) {
      guard let node = nodes[id] else { continue }
      node.waitsForCommit = false
      if depth == 1, node.crew?.isPaused == false { wake(id) } else { firstRun(node) }
    }
  }

  /// An open transaction.
  struct Journal {
    var copies: [Int: Copy]
    /// The number of nodes that had been made when the transaction began.
    let firstOrder: Int
    /// The nodes that were computed for the first time inside, in that order.
    var firsts: [Int] = []
    var undo: [(order: Int, step: () -> Void)] = []
    /// Effects to start at the commit; `cancelled` are those to end.
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

    /// Restores the node; returns whether its readers have to check.
    func putBack() -> Bool {
      let wasReplaced = node.expression != expression
      (node.expression, node.mentions) = (expression, mentions)
      // See `keepOrForget`.
      guard let now else {
        node.isInvalid = node.isInvalid || wasReplaced
        return wasReplaced
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
