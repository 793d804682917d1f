extension Oracle {
  func turn(_ body: () -> Void) {
    depth += 1
    body()
    if depth == 1 {
      settleEdits()
      flush()
      for node in nodes.values {
        node.start = nil
        node.base = nil
        node.hasNoStart = false
      }
    }
    depth -= 1
  }

  func batch(_ inside: [Operation]) { turn { keeping { inside.forEach(apply) } } }

  /// Changes in the body keep the value with which the turn began; a plain write, and what is computed
  /// for no closure, do not.
  func keeping(_ body: () -> Void) {
    keepDepth += 1
    body()
    keepDepth -= 1
  }

  func keepStart(_ node: Node) {
    if keepDepth > 0, node.start == nil { node.start = node.now }
  }

  /// The value that an edit is compared with at the end: what there was before, of those that an effect makes in this round;
  /// and the start of the turn.
  func keepForComparison(_ node: Node) {
    keepStart(node)
    if node.isEdited { return }
    node.isEdited = keepDepth > 0 || node.start != nil
    node.base = running > 0 && node.now?.stamp != node.start?.stamp ? node.now : nil
  }

  /// Makes an outcome the value; says whether it is a change.
  ///
  /// A node that comes back to the value with which the turn began has not changed.
  func publish(_ node: Node, _ outcome: Outcome, isChange: Bool = false) -> Bool {
    if let now = node.now, !isChange, node.isUnchanged(now.outcome, outcome) { return false }
    keepStart(node)
    node.now = version(outcome)
    if let start = node.start, !node.hasNoStart, node.isUnchanged(start.outcome, outcome) {
      node.now = start
    }
    return true
  }

  /// At the end of a batch, and of each round.
  func settleEdits() {
    for (id, node) in nodes where node.isEdited { settleEdit(id, node) }
  }

  /// A reader that saw the same value saw no change.
  ///
  /// One that went stale when nobody needed it cannot be told: it may compute once more. By a rule
  /// of the node's own who saw what was edited has seen another value.
  private func settleEdit(_ id: Int, _ node: Node) {
    node.isEdited = false
    let base = node.base
    node.base = nil
    guard let now = node.now else { return }
    let candidates = [base, node.hasNoStart ? nil : node.start].compactMap(\.self)
    guard let earlier = candidates.first(where: { node.isUnchanged($0.outcome, now.outcome) })
    else { return }
    node.now = earlier
    if node.isCoarse {
      didChange(id)
      return
    }
    rename(id, now.stamp, as: earlier)
  }

  /// A reader that has computed with a value under one version has computed with it under the other, who computes now, too.
  private func rename(_ id: Int, _ stamp: Int, as earlier: Version) {
    func renamed(_ trace: inout [(node: Int, version: Version)]) -> Bool {
      let index = trace.firstIndex { $0.node == id && $0.version.stamp == stamp }
      if let index { trace[index].version = earlier }
      return index != nil
    }
    for index in readers.indices {
      if case .tracked(var trace) = readers[index], renamed(&trace) {
        readers[index] = .tracked(trace)
      }
    }
    for crew in crews.values {
      guard let seen = crew.witnesses[stamp] else { continue }
      crew.witnesses[earlier.stamp, default: Witness(node: id, touches: seen.touches)].effects
        .formUnion(seen.effects)
    }
    for reader in nodes.values {
      reader.checked = -1
      guard renamed(&reader.trace) else { continue }
      if reader.isStale { leeway.insert(max(reader.id, -1)) }
      if reader.kind == .collection { comeBack(reader, stamp, as: earlier.stamp) }
    }
  }

  /// The elements of a collection may be as they were.
  private func comeBack(_ node: Node, _ stamp: Int, as earlier: Int) {
    guard let now = node.now, case .list(let ids, let stamps) = now.outcome else { return }
    outcomes[now.stamp] = .list(ids, stamps: stamps.map { $0 == stamp ? earlier : $0 })
    node.now = Version(outcome: outcomes[now.stamp], stamp: now.stamp)
    guard let start = node.start, !node.hasNoStart, start.stamp != now.stamp,
      node.isUnchanged(start.outcome, outcomes[now.stamp])
    else { return }
    node.now = start
    rename(node.id, now.stamp, as: start)
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
      node.isStale = true
    }
    for effect in effects where !woken.contains(effect) && isBelow(effect) {
      guard let node = nodes[effect] else { continue }
      wakeUnlessPaused(node)
    }
  }

  func wakeUnlessPaused(_ node: Node) {
    if node.crew?.isPaused != true { wake(node.id) }
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
      settleEdits()
    }
  }

  private func update(_ node: Node) {
    if node.crew?.isPaused == true { return }
    if node.runs == 0 { for input in node.inputs ?? [] { _ = fresh(input) } }
    let mustRun = node.runs == 0 || hasChangedInput(node)
    if node.isCatchingUp { catchUp(node) }
    if mustRun { run(node) }
  }

  /// Takes an input that is again as the effect has seen it for unchanged, up to the first that is not.
  private func catchUp(_ node: Node) {
    for (index, entry) in node.trace.enumerated() {
      if hasChanged(entry, for: node) { break }
      node.trace[index].version = fresh(entry.node)
    }
    node.isCatchingUp = false
  }
}
