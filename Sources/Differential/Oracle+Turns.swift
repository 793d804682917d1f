extension Oracle {
  func turn(_ body: () -> Void) {
    depth += 1
    body()
    if depth == 1 {
      for (id, node) in nodes where node.isEdited { settleEdit(id, node) }
      flush()
      for node in nodes.values {
        node.start = nil
        node.hasNoStart = false
        node.isRestored = false
      }
    }
    depth -= 1
  }

  func batch(_ inside: [Operation]) { turn { keeping { inside.forEach(apply) } } }

  /// What changes in the body keeps the value with which the turn began; a plain write, and what is computed
  /// for no closure, do not, but for what a rollback has put back.
  func keeping(_ body: () -> Void) {
    keepDepth += 1
    body()
    keepDepth -= 1
  }

  func keepStart(_ node: Node) {
    if keepDepth > 0 || node.isRestored, node.start == nil { node.start = node.now }
  }

  /// Makes an outcome the value; says whether it is a change. What comes back to the value with which
  /// the turn began has not changed.
  func publish(_ node: Node, _ outcome: Outcome, isChange: Bool = false) -> Bool {
    if let now = node.now, !isChange, node.isUnchanged(now.outcome, outcome) { return false }
    keepStart(node)
    node.now = version(outcome)
    if let start = node.start, !node.hasNoStart, node.isUnchanged(start.outcome, outcome) {
      node.now = start
    }
    return true
  }

  /// An in-place edit inside a batch is compared at its end; who saw the same value saw no change. One that
  /// went stale when nobody needed it cannot be told: it may compute once more.
  private func settleEdit(_ id: Int, _ node: Node) {
    node.isEdited = false
    guard let start = node.start, let now = node.now, !node.hasNoStart,
      node.isUnchanged(start.outcome, now.outcome)
    else { return }
    node.now = start
    for reader in nodes.values {
      reader.checked = -1
      for (index, entry) in reader.trace.enumerated()
      where entry.node == id && entry.version.stamp == now.stamp {
        reader.trace[index].version = start
        if reader.isStale { leeway.insert(max(reader.id, -1)) }
      }
    }
  }

  // MARK: - Waking

  /// Marks what has read a node, directly or through others, and wakes the effects among it.
  func wake(below id: Int) {
    var known = [id: true]
    func isBelow(_ id: Int) -> Bool {
      if let answer = known[id] { return answer }
      let answer = nodes[id]?.trace.contains { isBelow($0.node) } ?? false
      known[id] = answer
      return answer
    }
    for node in nodes.values where node.computes && isBelow(node.id) {
      if !journals.isEmpty, !node.isStale { attempt(node) }
      node.isStale = true
    }
    for effect in effects where !woken.contains(effect) && isBelow(effect) {
      guard let node = nodes[effect] else { continue }
      wakeOrMiss(node)
    }
  }

  func wakeOrMiss(_ node: Node) {
    if node.crew?.isPaused == true { node.hasMissed = true } else { wake(node.id) }
  }

  func wake(_ effect: Int) {
    if woken.insert(effect).inserted { queue.append(effect) }
  }

  private func flush() {
    while !queue.isEmpty {
      let round = queue.sorted { nodes[$0]?.order ?? 0 < nodes[$1]?.order ?? 0 }
      queue = []
      for id in round where woken.remove(id) != nil && effects.contains(id) {
        if let node = nodes[id] { update(node) }
      }
    }
  }

  private func update(_ node: Node) {
    if node.crew?.isPaused == true {
      node.hasMissed = true
      return
    }
    if node.runs == 0 {
      for input in node.inputs ?? [] { _ = fresh(input) }
      run(node)
    } else if hasChangedInput(node) {
      run(node)
    } else if node.isCatchingUp {
      node.trace = node.trace.map { ($0.node, fresh($0.node)) }
    }
    node.isCatchingUp = false
  }
}
