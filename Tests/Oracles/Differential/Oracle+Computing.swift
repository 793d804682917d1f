extension Oracle: ExpressionReading {
  /// The value of a node, computed if it never was or if an input that it read has changed.
  func fresh(_ id: Int) -> Version {
    guard let node = nodes[resolve(id)] else { return Version(outcome: .failure, stamp: -1) }
    if node.computes, node.checked != changes {
      let mustCompute = node.now == nil || node.isInvalid || hasChangedInput(node)
      if mustCompute { compute(node) }
      node.checked = changes
      node.isStale = false
    }
    return node.now ?? Version(outcome: .failure, stamp: -1)
  }

  func hasChangedInput(_ node: Node) -> Bool {
    // A declared node refreshes all its inputs; a tracked one stops at the first changed input.
    if node.inputs != nil {
      return node.trace.map { hasChanged($0, for: node) }.contains(true)
    }
    return node.trace.contains { hasChanged($0, for: node) }
  }

  func hasChanged(_ entry: (node: Int, version: Version), for node: Node) -> Bool {
    let now = fresh(entry.node)
    if now.stamp == entry.version.stamp { return false }
    return !node.isCatchingUp || !isAgain(entry.node, entry.version.stamp, now.stamp, node.crew)
  }

  /// Whether a node has the value again that an effect has seen; for a collection also the
  /// elements.
  private func isAgain(_ id: Int, _ old: Int, _ new: Int, _ crew: Crew?) -> Bool {
    if old == new { return true }
    guard let node = nodes[resolve(id)], let witness = crew?.witnesses[old], isKept(witness),
      witness.touches == node.touches
    else { return false }
    guard case .list(let ids, let stamps) = outcomes[old], node.kind == .collection,
      case .list(ids, let newStamps) = outcomes[new]
    else { return node.isUnchanged(outcomes[old], outcomes[new]) }
    return ids.indices.allSatisfy { isAgain(ids[$0], stamps[$0], newStamps[$0], crew) }
  }

  private func compute(_ node: Node) {
    node.isInvalid = false
    for input in node.inputs ?? [] { _ = fresh(input) }
    if node.isCounted { step.computed[max(node.id, -1), default: 0] += 1 }
    trace(node, node.inputs == nil ? .tracked([]) : .declared(node)) {
      let outcome = node.kind == .collection ? elements(node) : result(node)
      _ = publish(node, outcome, isChange: hasOtherElements(node, outcome))
    }
  }

  /// Whether a collection's elements differ from those of its last computation, even if that was
  /// rolled back.
  private func hasOtherElements(_ node: Node, _ outcome: Outcome) -> Bool {
    guard case .list(let ids, let stamps) = outcome, node.now != nil else { return false }
    let before = Set(node.trace.dropFirst().map(\.version.stamp))
    return before != Set(stamps) || node.trace.count != Set(ids.map(resolve)).count + 1
  }

  /// The outcome of a manual node's calculation.
  func calculation(_ node: Node) -> Outcome {
    readers.append(.nobody)
    defer { readers.removeLast() }
    if node.isCounted { step.computed[node.id, default: 0] += 1 }
    return result(node)
  }

  private func result(_ node: Node) -> Outcome {
    if let calculate = node.calculate { return calculate() }
    let result = outcome(node.expression)
    return result == .failure && !node.isFailable ? .value(0) : result
  }

  /// The list that a collection reads, with the version of each element.
  private func elements(_ node: Node) -> Outcome {
    guard case .read(let list) = node.expression, case .list(let ids, _) = look(list).outcome
    else { return .failure }
    return .list(ids, stamps: ids.map { look($0).stamp })
  }

  /// The outcome that a script sees when it reads a node.
  func shown(_ id: Int) -> Outcome {
    let outcome = fresh(id).outcome
    if case .list(let ids, _) = outcome { return .list(ids) }
    return outcome
  }

  func trace(_ node: Node, _ reader: Reader, _ body: () -> Void) {
    // A binding compares its two values itself.
    let isOwnBusiness = node.effect?.isBinding == true
    let before = isOwnBusiness ? [] : (node.inputs ?? []).map { ($0, fresh($0)) }
    if node.inputs != nil, !isOwnBusiness { node.trace = before }
    readers.append(reader)
    body()
    switch readers.popLast() {
    case .tracked(let trace): node.trace = trace
    default: if isOwnBusiness { node.trace = (node.inputs ?? []).map { ($0, fresh($0)) } }
    }
  }

  // MARK: - Expressions

  func outcome(_ expression: Expression) -> Outcome {
    do { return .value(try value(expression)) } catch { return .failure }
  }

  func peek(_ id: Int) throws -> Int { try payload(fresh(id)) }

  func untracked(_ part: Expression) throws -> Int {
    readers.append(.nobody)
    defer { readers.removeLast() }
    return try value(part)
  }

  func local(_ part: Expression) throws -> Int {
    locals += 1
    add(-locals, .derived, part).isCounted = true
    return try read(-locals)
  }

  func sum(_ id: Int) throws -> Int {
    guard case .list(let ids, _) = look(id).outcome else { throw EvaluationFailed() }
    return try ids.reduce(0) { try $0 &+ peek($1) }
  }

  func isTentative(_ id: Int) throws -> Int {
    guard let tentative = nodes[id]?.tentative else { throw EvaluationFailed() }
    return try read(tentative.isTentative)
  }

  func misuse(_ id: Int, _ value: Int) -> Int {
    step.reports += 1
    return value
  }

  func read(_ id: Int) throws -> Int {
    if let value = given[id] { return value }
    return try payload(look(id))
  }

  /// A tracked read.
  func look(_ id: Int) -> Version {
    let id = resolve(id)
    let version = fresh(id)
    switch readers.last {
    case .tracked(var trace):
      if !trace.contains(where: { $0.node == id }) { trace.append((id, version)) }
      readers[readers.count - 1] = .tracked(trace)
    case .declared(let reader):
      if isDebug, !reader.isReported, !(reader.inputs ?? []).contains(id) {
        reader.isReported = true
        step.reports += 1
      }
    case .nobody, nil: break
    }
    return version
  }

  private func payload(_ version: Version) throws -> Int {
    guard case .value(let value) = version.outcome else { throw EvaluationFailed() }
    return value
  }

  // MARK: - Looking

  /// All nodes that must be alive: handles, effects, the nodes that their closures and values hold,
  /// and the derived values that `local` made in the last computation.
  func reachable(from others: [Int] = []) -> Set<Int> {
    var found = handles.union(effects.filter { $0 > 0 }).union(others)
    var pending = Array(found)
    while let id = pending.popLast() {
      guard let node = nodes[id] else { continue }
      let held = node.mentions + node.trace.map(\.node) + members(of: node.now?.outcome)
      for id in held where found.insert(id).inserted { pending.append(id) }
    }
    return found
  }

  /// The elements of a list; for elements that are layers also the nodes that the layers mention,
  /// and the effects that wait for their end.
  func members(of value: Outcome?) -> [Int] {
    guard case .list(let ids, _)? = value else { return [] }
    let layers = ids.compactMap { nodes[$0]?.layer }
    return ids + layers.flatMap(\.spec.mentions) + layers.compactMap(\.watcher)
  }

  /// For each node the number of its readers: effects, and derived values that an effect needs.
  func subscriberCounts() -> [Int: Int] {
    var live = Set(effects)
    var pending = effects
    var counts: [Int: Int] = [:]
    while let id = pending.popLast() {
      for entry in nodes[id]?.trace ?? [] {
        counts[entry.node, default: 0] += 1
        if live.insert(entry.node).inserted { pending.append(entry.node) }
      }
    }
    return counts
  }
}

#if DEBUG
  let isDebug = true
#else
  let isDebug = false
#endif
