extension Oracle {
  func turn(_ body: () -> Void) {
    depth += 1
    body()
    if depth == 1 {
      settleEdits()
      flush()
      for node in nodes.values {
        node.forgetStart()
        node.origin = nil
      }
    }
    depth -= 1
  }

  func batch(_ inside: [Operation]) { turn { keeping { inside.forEach(apply) } } }

  /// Runs a body in which changes keep the value with which the turn began.
  ///
  /// A plain write, and a computation that no closure asked for, keep no value.
  func keeping(_ body: () -> Void) {
    keepDepth += 1
    body()
    keepDepth -= 1
  }

  /// Keeps the value with which the turn began; a plain write leaves that to the next change.
  func keepStart(_ node: Node) {
    if keepDepth > 0, node.start == nil { node.start = node.origin ?? node.now }
  }

  /// Notes an edit: at the end it is compared with the start of the turn, and with the values that
  /// effects have read since.
  func keepForComparison(_ node: Node) {
    keepStart(node)
    keepSeen(node)
    node.isEdited = node.isEdited || keepDepth > 0 || node.start != nil
  }

  /// Makes an outcome the value; returns whether that is a change.
  ///
  /// A node that returns to the value with which the turn began has not changed.
  func publish(_ node: Node, _ outcome: Outcome, isChange: Bool = false) -> Bool {
    if let now = node.now, !isChange, node.isUnchanged(now.outcome, outcome) { return false }
    if node.now == nil, !journals.isEmpty { journals[journals.count - 1].firsts.append(node.id) }
    keepStart(node)
    if node.kind == .stored { keepSeen(node) }
    node.now = version(outcome)
    if let earlier = earlier(node) {
      node.now = earlier
      if node.origin != nil { allowOneMore(node.id, earlier.stamp) }
    }
    return true
  }

  /// Compares the edited nodes, at the end of a batch and of each round.
  func settleEdits() {
    for (id, node) in nodes where node.isEdited { settleEdit(id, node) }
  }

  /// Allows the readers of a version to compute once more.
  ///
  /// A plain write keeps the old value only if several readers follow the property. A collection
  /// with another version of an element is another value, so its readers may compute again, too.
  private func allowOneMore(_ id: Int, _ stamp: Int) {
    for reader in nodes.values
    where reader.trace.contains(where: { $0.node == id && $0.version.stamp == stamp }) {
      leeway.insert(max(reader.id, -1))
      if reader.kind == .collection, let now = reader.now { allowOneMore(reader.id, now.stamp) }
    }
  }

  /// Keeps a value before it changes again in a turn, if an effect has read it.
  ///
  /// The turn may return to that value. If an edited value equals an earlier one, its readers have
  /// seen the earlier one.
  private func keepSeen(_ node: Node) {
    guard let start = node.start, let now = node.now, now.stamp != start.stamp else { return }
    if node.isEdited, !node.isCoarse, let earlier = earlier(node) {
      rename(node.id, now.stamp, as: earlier)
    } else if isSeenByEffect(node.id, now.stamp) {
      node.seen = now
    }
  }

  private func isSeenByEffect(_ id: Int, _ stamp: Int) -> Bool {
    func isSeen(in trace: [(node: Int, version: Version)]) -> Bool {
      trace.contains { $0.node == id && $0.version.stamp == stamp }
    }
    // The present computation is an effect: derivations write nothing.
    return effects.contains { nodes[$0].map { isSeen(in: $0.trace) } ?? false }
      || readers.contains { if case .tracked(let trace) = $0 { isSeen(in: trace) } else { false } }
  }

  /// The earlier version in this turn that equals the present one: the version at the start, or the
  /// version that an effect read.
  private func earlier(_ node: Node) -> Version? {
    guard let now = node.now else { return nil }
    return [node.hasNoStart ? nil : node.start, node.seen].compactMap(\.self)
      .first { node.isUnchanged($0.outcome, now.outcome) }
  }

  /// Compares an edited node with its earlier versions: a reader of an equal value saw no change.
  ///
  /// A reader that went stale while no effect needed it may compute once more. If the node has a
  /// rule of its own, a reader of the edited value has seen another value.
  func settleEdit(_ id: Int, _ node: Node) {
    let earlier = earlier(node)
    node.isEdited = false
    guard let now = node.now, let earlier else { return }
    node.now = earlier
    if node.origin != nil { allowOneMore(id, earlier.stamp) }
    if node.isCoarse {
      didChange(id)
      return
    }
    rename(id, now.stamp, as: earlier)
  }

  /// Makes two versions name the same value for every reader, and for readers that compute now.
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

  /// Restores an earlier version of a collection if its elements are as they were then.
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

  /// Marks the readers of a node, direct and indirect, as stale, and wakes the effects among them.
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
    // An effect with declared inputs has them before its first run.
    for id in node.trace.map(\.node) + (node.inputs ?? []) {
      if let input = nodes[id], input.kind == .stored, input.isEdited { settleEdit(id, input) }
    }
    if node.runs == 0 { for input in node.inputs ?? [] { _ = fresh(input) } }
    let mustRun = node.runs == 0 || hasChangedInput(node)
    if node.isCatchingUp { catchUp(node) }
    if mustRun { run(node) }
  }

  /// Accepts each input that has the value again that the effect has seen, up to the first change.
  private func catchUp(_ node: Node) {
    for (index, entry) in node.trace.enumerated() {
      if hasChanged(entry, for: node) { break }
      node.trace[index].version = fresh(entry.node)
    }
    node.isCatchingUp = false
  }
}
