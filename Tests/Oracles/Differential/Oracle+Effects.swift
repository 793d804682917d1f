extension Oracle {
  func firstRun(_ node: Node) {
    turn {
      for input in node.inputs ?? [] { _ = fresh(input) }
      run(node)
    }
  }

  func run(_ node: Node) {
    guard let spec = node.effect else { return }
    node.runs += 1
    node.isRunning = true
    running += 1
    defer {
      running -= 1
      node.isRunning = false
      if node.crew?.isPaused == true { testify(node) }
    }
    var result = Outcome.value(0)
    keeping {
      trace(node, node.inputs == nil ? .tracked([]) : .nobody) { result = act(node, spec) }
    }
    if result == .failure, spec.kind == .failing || spec.kind == .orThrow {
      if node.isStarting, node.runs == 1 {
        effects.removeAll { $0 == node.id }
      } else {
        step.reports += 1
      }
    }
    let isWoken = node.trace.contains(where: mayHaveChanged)
    noteChangedInputs(of: node)
    if effects.contains(node.id), isWoken {
      wakeUnlessPaused(node)
    }
  }

  /// Marks each input that changed after an effect read it in this run: any later value is a change
  /// then.
  private func noteChangedInputs(of node: Node) {
    for (index, entry) in node.trace.enumerated() {
      guard let input = nodes[entry.node], input.now?.stamp != entry.version.stamp else { continue }
      if input.kind == .stored, input.isEdited { settleEdit(entry.node, input) }
      let seen = node.trace[index].version
      if input.now?.stamp != seen.stamp {
        node.trace[index].version = Version(outcome: seen.outcome, stamp: -1)
      }
    }
  }

  /// Whether a node may have changed since an effect read it.
  private func mayHaveChanged(_ entry: (node: Int, version: Version)) -> Bool {
    guard let input = nodes[entry.node] else { return false }
    return input.isStale || input.now?.stamp != entry.version.stamp
  }

  /// Calls the closure of an effect inside a transaction: its maker gets an error there.
  ///
  /// The effect itself is made afterwards, so it runs after effects that the closure makes.
  func tryOut(_ node: Node, _ spec: EffectSpec) -> Outcome {
    node.wasTriedOut = true
    readers.append(.nobody)
    defer {
      readers.removeLast()
      made += 1
      node.order = made
    }
    return act(node, spec)
  }

  private func act(_ node: Node, _ spec: EffectSpec) -> Outcome {
    if let layer = node.watched {
      if fresh(layer).outcome == .value(1) { end(layer) }
      return .value(0)
    }
    if case .bind(let isLossy) = spec.kind {
      goOver(node, isLossy)
      return .value(0)
    }
    if spec.kind == .transition {
      tell(node, spec)
      return .value(0)
    }
    let result = outcome(spec.expression)
    step.events.append(.ran(spec.id, result))
    if spec.kind == .when {
      guard case .value(let value) = result, value > 0 else { return result }
      effects.removeAll { $0 == spec.id }
      step.events.append(.acted(spec.id))
      readers.append(.nobody)
    }
    let run = node.runs + (node.wasTriedOut ? 1 : 0)
    for action in spec.actions where action.run == 0 || action.run == run { perform(action.deed) }
    if spec.kind == .when { readers.removeLast() }
    return result
  }

  /// Reports a transition if the change rule of the watched property tells the two values apart.
  private func tell(_ node: Node, _ spec: EffectSpec) {
    guard let input = spec.inputs?.first, case .value(let new) = fresh(input).outcome,
      nodes[resolve(input)]?.isUnchanged(node.last ?? .failure, .value(new)) != true
    else { return }
    var old: Int?
    if case .value(let last)? = node.last { old = last }
    node.last = .value(new)
    node.calls += 1
    step.events.append(.moved(spec.id, from: old, to: new))
    let call = node.calls
    for action in spec.actions where action.run == 0 || action.run == call { perform(action.deed) }
  }

  /// Writes the one of two bound values that has not changed; the first wins if both have changed.
  private func goOver(_ node: Node, _ isLossy: Bool) {
    guard let ids = node.effect?.inputs, let first = ids.first, let second = ids.last,
      case .value(let one) = fresh(first).outcome, case .value(let two) = fresh(second).outcome
    else { return }
    func hasMoved(_ id: Int) -> Bool {
      node.trace.contains { $0.node == id && hasChanged($0, for: node) }
    }
    if node.runs == 1 || hasMoved(first) {
      replace(second, .value(isLossy ? max(-1, min(1, one)) : one))
    } else if hasMoved(second) {
      replace(first, .value(two))
    }
  }

  private func perform(_ deed: Action.Deed) {
    switch deed {
    case .write(let id, let expression):
      if case .value(let value) = outcome(expression) { write(id, max(-3, min(3, value))) }
    case .edit(let id, let expression):
      if case .value(let value) = outcome(expression) {
        apply(.modify(id, max(-3, min(3, value))))
      }
    case .perform(let operation): apply(operation)
    }
  }

  func cancel(_ id: Int) {
    guard effects.contains(id) else { return }
    if journals.isEmpty {
      effects.removeAll { $0 == id }
    } else {
      journals[journals.count - 1].cancelled.append(id)
    }
  }

  func setPaused(_ crew: Crew, _ isPaused: Bool) {
    guard crew.isPaused != isPaused else { return }
    crew.isPaused = isPaused
    onRollback(of: crew.order) { [self] in setPaused(crew, !isPaused) }
    let members = effects.compactMap { nodes[$0] }.filter { $0.crew === crew }
    if isPaused {
      if !members.contains(where: \.isCatchingUp) { crew.witnesses = [:] }
      for node in members where !node.isRunning { testify(node) }
      return
    }
    turn {
      for node in members where !node.waitsForCommit {
        node.isCatchingUp = true
        wake(node.id)
      }
    }
  }

  /// Runs a call of an updater, which may release the updater.
  func calling(_ crew: Crew, _ body: () -> Void) {
    crew.calls += 1
    body()
    crew.calls -= 1
    if crew.isReleased, crew.calls == 0 { effects.removeAll { nodes[$0]?.crew === crew } }
  }

  /// Notes the values that an effect has seen, if they are current when the effect pauses.
  private func testify(_ node: Node) {
    guard let crew = node.crew else { return }
    let before = crew.witnesses.filter { isKept($0.value) }
    crew.witnesses = before
    for stamp in before.keys { crew.witnesses[stamp]?.effects.remove(node.id) }
    for entry in node.trace { testify(entry.node, entry.version.stamp, node.id, crew) }
    crew.witnesses = crew.witnesses.filter { isKept($0.value) }
  }

  private func testify(_ id: Int, _ stamp: Int, _ effect: Int, _ crew: Crew) {
    guard let node = nodes[resolve(id)], let now = node.now else { return }
    let isStart = node.start?.stamp == stamp && !node.hasNoStart && node.kind != .collection
    guard now.stamp == stamp || isStart || crew.witnesses[stamp] != nil else { return }
    crew.witnesses[stamp, default: Witness(node: node.id, touches: node.touches)].effects.insert(
      effect)
    guard node.kind == .collection, case .list(let ids, let stamps) = outcomes[stamp] else {
      return
    }
    for (id, stamp) in zip(ids, stamps) { testify(id, stamp, effect, crew) }
  }

  /// Whether one of the effects that have seen a value still exists.
  func isKept(_ witness: Witness) -> Bool { !witness.effects.isDisjoint(with: effects) }
}
