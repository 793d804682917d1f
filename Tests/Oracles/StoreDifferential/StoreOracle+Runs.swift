// Effects: their start and their end.
extension StoreOracle {
  func makeRun(
    _ store: Int, _ parent: OracleRun?, _ key: String?, _ action: TableAction?,
    _ steps: [EffectStep]
  ) -> OracleRun {
    runsMade += 1
    let run = OracleRun(runsMade, store, key, action, steps)
    run.parent = parent
    if let parent { parent.children.append(run) } else { places[store].roots.append(run) }
    return run
  }

  /// Starts the effect of an action, as its policy says.
  func start(
    _ part: String, _ plan: PartPlan, _ action: TableAction, _ row: Int?, life: Int = 0,
    _ store: Int, _ parent: OracleRun
  ) {
    let place = places[store]
    if place.isReleased || parent.isOver { return }
    let policy = plan.policies[action.kind].ofRow(row)
    let id = policy.id
    if policy.kind == .never { return }
    if policy.kind == .exclusive, hasOpenMember(store, id) {
      note(store, "dropped \(action.name)")
      parent.isCancelled = true
      return
    }
    let key = "\(store)/\(action.name)/\(part)"
    let run = makeRun(store, parent, key, action, plan.effects[action.kind])
    (run.row, run.life) = (row, life)
    runs[key] = run
    run.stand = .ready
    switch policy.kind {
    case .never, .concurrent: break
    case .cancels: cancelGroup(store, id, inFavorOf: run)
    case .named, .exclusive: add(run, id)
    case .latest, .debounced:
      cancelGroup(store, id, inFavorOf: run)
      add(run, id)
      if policy.kind == .debounced { run.stand = .debounced(until: now + policy.seconds) }
    case .serial:
      if hasOpenMember(store, id) {
        run.stand = .behindOthers
        place.groups[id]?.waiting.append(run)
      }
      add(run, id)
    }
    note(store, "started \(action.name)")
  }

  private func add(_ run: OracleRun, _ id: Int) {
    run.group = id
    places[run.store].groups[id, default: OracleGroup()].members.append(run)
  }

  private func hasOpenMember(_ store: Int, _ id: Int) -> Bool {
    places[store].groups[id]?.members.contains(where: \.isOpen) ?? false
  }

  /// Cancels all effects of an identity.
  func cancelGroup(_ store: Int, _ id: Int, inFavorOf newer: OracleRun? = nil) {
    guard let group = places[store].groups.removeValue(forKey: id) else { return }
    for member in group.members {
      if let newer { spare(newer, from: member) }
      cancel(member)
    }
  }

  /// Moves the run that led to `newer` out of the runs that `member` caused, so that `member` can
  /// be cancelled without it.
  private func spare(_ newer: OracleRun, from member: OracleRun) {
    var top = newer
    while let parent = top.parent, parent !== member { top = parent }
    guard top.parent === member else { return }
    member.children.removeAll { $0 === top }
    top.parent = member.parent
    if let parent = member.parent {
      parent.children.append(top)
    } else {
      places[top.store].roots.append(top)
    }
  }

  func cancel(_ run: OracleRun) {
    if run.isOver { return }
    let parent = run.parent
    cancel([run])
    if let parent { close(parent) }
  }

  /// Cancels runs with all that they have caused, in the order in which they were made.
  private func cancel(_ runs: [OracleRun]) {
    var all = runs
    var next = 0
    while next < all.count {
      all += all[next].children
      next += 1
    }
    all.sort { $0.number < $1.number }
    for run in all {
      run.isCancelled = true
      run.isOver = true
    }
    for run in all {
      // The run may have awaited another cancelled run and be ready now.
      run.stand = .done
      beginNext(after: run)
      leave(run)
    }
  }

  /// Ends a run's own code: the runs that it has caused now belong to the run that caused it.
  func end(_ run: OracleRun) {
    if run.isOver || run.hasEnded { return }
    run.hasEnded = true
    run.stand = .done
    beginNext(after: run)
    if run.action != nil, let parent = run.parent {
      for child in run.children { child.parent = parent }
      parent.children += run.children
      run.children = []
    }
    close(run)
  }

  /// Removes an ended run, once all runs that it has caused have ended.
  private func close(_ run: OracleRun) {
    if run.isOver || !run.hasEnded || !run.children.isEmpty { return }
    run.isOver = true
    leave(run)
    if let parent = run.parent { close(parent) }
  }

  /// Drops a run that was sent in a rolled back transaction: it has caused nothing.
  func drop(_ run: OracleRun) {
    if run.isOver { return }
    run.isCancelled = true
    run.isOver = true
    leave(run)
    if let parent = run.parent { close(parent) }
  }

  private func leave(_ run: OracleRun) {
    if let action = run.action {
      note(run.store, "\(run.isCancelled ? "cancelled" : "ended") \(action.name)")
    }
    if let id = run.group { places[run.store].groups[id]?.members.removeAll { $0 === run } }
    places[run.store].roots.removeAll { $0 === run }
    guard let parent = run.parent else { return }
    // A `send` counts as cancelled if one of its effects is cancelled.
    if run.isCancelled, run.action != nil { parent.isCancelled = true }
    parent.children.removeAll { $0 === run }
  }

  private func beginNext(after run: OracleRun) {
    let place = places[run.store]
    guard let id = run.group, var group = place.groups[id] else { return }
    group.waiting.removeAll { $0 === run }
    let isFree = !group.members.contains { member in
      member.isOpen && !group.waiting.contains { $0 === member }
    }
    if isFree, !group.waiting.isEmpty { group.waiting.removeFirst().stand = .ready }
    place.groups[id] = group
  }

  /// Releases a store.
  func release(_ store: Int) {
    let place = places[store]
    place.isReleased = true
    dismiss { $0.isHook && $0.plan.store == store }
    cancel(place.roots)
  }

  func advance(by seconds: Int) {
    now += seconds
    for run in runs.values {
      if case .debounced(let until) = run.stand, until <= now { run.stand = .ready }
    }
  }

  /// The names of the actions whose effects run or wait.
  func running(_ store: Int) -> [String] {
    runs.values.filter { $0.store == store && $0.isOpen }.compactMap { $0.action?.name }.sorted()
  }

  // MARK: - Going on

  /// Resumes an effect if its code may go on; returns a mistake if it may not.
  func goOn(_ key: String) -> String? {
    guard let run = runs[key] else { return "\(key) began, and should not" }
    if run.isOver { return nil }
    guard run.mayGoOn(at: now, opened: opened) else { return "\(key) went on while \(run.stand)" }
    if run.stand == .gate { run.next += 1 }
    run.stand = .ready
    while run.next < run.steps.count {
      if take(run.steps[run.next], run) || run.isOver { return nil }
      run.next += 1
    }
    end(run)
    return nil
  }

  /// Takes a step; returns whether the run waits after it.
  private func take(_ step: EffectStep, _ run: OracleRun) -> Bool {
    switch step {
    case .write(let edits):
      write(run.store, "effect") { for edit in edits { apply(edit, run, &$0) } }
    case .send(let kinds): send(kinds, run)
    case .cancelSent: if let sent = run.sent { cancel(sent) }
    case .cancel(let id): cancelGroup(run.store, PolicyPlan.id(id, ofRow: run.row))
    case .both(let deed):
      carryOut(deed) { edit in
        write(run.store, "effect") { apply(edit, run, &$0) }
      } send: {
        send([$0], run)
      }
    case .sleep(let seconds): return wait(run, .sleeping(until: now + seconds))
    case .gate:
      run.stand = .gate
      return true
    case .yield: return wait(run, .ready)
    case .finish:
      guard let sent = run.sent, !sent.isOver else { return false }
      run.awaited = sent
      return wait(run, .finishing)
    }
    return false
  }

  private func apply(_ edit: Edit, _ run: OracleRun, _ state: inout [Int]) {
    if let row = run.row {
      StoreOracle.apply(edit, toRow: row, &state)
    } else {
      StoreOracle.apply(edit, &state)
    }
  }

  private func wait(_ run: OracleRun, _ stand: OracleRun.Stand) -> Bool {
    run.stand = stand
    run.next += 1
    return true
  }

  private func send(_ kinds: [Int], _ run: OracleRun) {
    guard let action = run.action, let key = run.key, action.fuel > 0 else { return }
    let actions = kinds.enumerated().map { index, kind in
      TableAction(
        kind: kind, name: "\(key):\(run.next).\(index)", fuel: action.fuel - 1, row: run.row)
    }
    run.sent = send(run.store, actions, run, nil)
  }
}
