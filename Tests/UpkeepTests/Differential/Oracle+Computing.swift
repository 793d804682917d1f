extension Oracle {
  func perform(_ deed: Action.Deed) {
    switch deed {
    case .write(let id, let expression):
      if case .value(let value) = outcome(expression) { write(id, max(-3, min(3, value))) }
    case .cancel(let id): apply(.cancel(id))
    case .observe(let spec): apply(.observe(spec))
    case .drop(let id): apply(.drop(id))
    case .dropUpdater(let updater): apply(.dropUpdater(updater))
    }
  }

  /// The value of a node, computed if it never was or if something it read has changed.
  func fresh(_ id: Int) -> Version {
    guard let node = nodes[id] else { return Version(outcome: .failure, stamp: -1) }
    if let spec = node.derived, node.checked != changes {
      if node.now == nil || hasChangedInput(node) { compute(spec, node) }
      node.checked = changes
    }
    return node.now ?? Version(outcome: .failure, stamp: -1)
  }

  func hasChangedInput(_ node: Node) -> Bool {
    // A declared node is handed all its inputs; a tracked one runs at the first that changed.
    if node.inputs != nil {
      return node.trace.map { fresh($0.node).stamp != $0.version.stamp }.contains(true)
    }
    return node.trace.contains { fresh($0.node).stamp != $0.version.stamp }
  }

  private func compute(_ spec: DerivedSpec, _ node: Node) {
    for input in spec.inputs ?? [] { _ = fresh(input) }
    step.computed[max(spec.id, -1), default: 0] += 1
    trace(node, spec.inputs == nil ? .tracked([]) : .declared(node)) {
      var result = outcome(spec.expression)
      if result == .failure, !spec.isResult { result = .value(0) }
      _ = publish(node, result)
    }
  }

  func trace(_ node: Node, _ reader: Reader, _ body: () -> Void) {
    readers.append(reader)
    body()
    if case .tracked(let trace)? = readers.popLast() {
      node.trace = trace
    } else {
      node.trace = unique(node.inputs ?? []).map { ($0, fresh($0)) }
    }
  }

  // MARK: - Expressions

  func outcome(_ expression: Expression) -> Outcome {
    do { return .value(try value(expression)) } catch { return .failure }
  }

  private func value(_ expression: Expression) throws(EvaluationFailed) -> Int {
    switch expression {
    case .constant(let value): return value
    case .read(let id): return try read(id)
    case .peek(let id): return try payload(fresh(id))
    case .untracked(let part):
      readers.append(.nobody)
      defer { readers.removeLast() }
      return try value(part)
    case .add(let first, let second): return try value(first) &+ value(second)
    case .multiply(let first, let second): return try value(first) &* value(second)
    case .remainder(let part, let divisor): return try value(part) % divisor
    case .clamp(let part, let low, let high): return max(low, min(high, try value(part)))
    case .greater(let first, let second): return try value(first) > value(second) ? 1 : 0
    case .ifElse(let condition, let first, let second):
      return try value(condition) > 0 ? value(first) : value(second)
    case .index(let which, let row):
      return try read(row[Int(try value(which).magnitude % UInt(row.count))])
    case .local(let part):
      locals += 1
      let node = add(-locals)
      node.derived = DerivedSpec(id: -locals, expression: part)
      node.mentions = part.mentions
      return try read(-locals)
    case .failIf(let part):
      let value = try value(part)
      if value % 2 != 0 { throw EvaluationFailed() }
      return value
    case .tryOr(let first, let second):
      if case .value(let value) = outcome(first) { return value }
      return try value(second)
    case .write(_, let value):
      step.reports += 1
      return value
    }
  }

  private func read(_ id: Int) throws(EvaluationFailed) -> Int {
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
    return try payload(version)
  }

  private func payload(_ version: Version) throws(EvaluationFailed) -> Int {
    guard case .value(let value) = version.outcome else { throw EvaluationFailed() }
    return value
  }

  // MARK: - Looking

  /// Everything that must be alive: handles and effects, what their closures hold, and the derived
  /// values that `local` made in their last computation.
  func reachable() -> Set<Int> {
    var found = handles.union(effects)
    var pending = Array(found)
    while let id = pending.popLast() {
      guard let node = nodes[id] else { continue }
      for id in node.mentions where found.insert(id).inserted { pending.append(id) }
      for (id, _) in node.trace where found.insert(id).inserted { pending.append(id) }
    }
    return found
  }

  /// How many effects, and derived values that an effect needs, have read each node.
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
