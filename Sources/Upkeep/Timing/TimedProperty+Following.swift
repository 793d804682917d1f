extension TimedProperty {
  /// Begins to follow the source.
  ///
  /// Called when no transaction is open, because a rollback would end the effect. The property
  /// continues with the source's value at that time.
  func start() {
    let now = Stamped(peekingAt: source)
    if now.version != state.peek().seen {
      state.write(TimedState(showing: now, isOpen: timing.showsFirst))
    }
    follower = updater.follow(source, label) { [weak self] in self?.look() }
  }

  /// Called when the alarm rings.
  private func ring() {
    alarm = nil
    if let deadline, !deadline.hasPassed { return setAlarm(deadline) }
    isOverdue = true
    let context = Context.current
    if context.journal == nil, source.freshVersion() == state.peek().seen { return look() }
    // The changes of the open batch or transaction are not known yet.
    guard let follower else { return }
    Graph.beginTurn(context)
    Graph.wake(follower.node, context)
    Graph.endTurn(context)
  }

  /// Handles a moment that has come, and a new version of the source.
  private func look() {
    let now = Stamped(peekingAt: source)
    let before = state.peek()
    if !isOverdue, before.seen == now.version { return }
    var new = before
    var gone: [Stamped<Value>] = []
    if isOverdue {
      isOverdue = false
      gone = momentHasCome(&new, now)
    }
    if new.seen != now.version { sourceHasChanged(&new, now) }
    // A value's `deinit` may call this again, and must find the new state.
    withExtendedLifetime((before, gone)) { state.write(new) }
  }

  // MARK: - Debouncing, throttling, delaying

  private func sourceHasChanged(_ new: inout TimedState<Value>, _ now: Stamped<Value>) {
    new.seen = now.version
    switch timing {
    case .debounced:
      new.isWaiting = isNews(now, after: new.shown)
      deadline = nil
      if new.isWaiting {
        guard let moment = moment(&new, now) else { return }
        deadline = moment
        if alarm == nil { setAlarm(moment) }
      } else {
        alarm = nil
      }
    case .throttled:
      let isNews = isNews(now, after: new.shown)
      if new.isOpen {
        guard isNews, let moment = moment(&new, now) else { return }
        new.show(now)
        new.isOpen = false
        setAlarm(moment)
      } else {
        new.isWaiting = isNews && timing.showsLater
        guard new.isWaiting, alarm == nil, let moment = moment(&new, now) else { return }
        setAlarm(moment)
      }
    case .delayed:
      guard isNews(now, after: queue.last?.value ?? new.shown), let moment = moment(&new, now)
      else { return }
      new.isWaiting = true
      queue.append((now, moment))
      if alarm == nil { setAlarm(moment) }
    }
  }

  /// Handles a moment that has come.
  ///
  /// - Returns: the values that were due.
  private func momentHasCome(
    _ new: inout TimedState<Value>, _ now: Stamped<Value>
  ) -> [Stamped<Value>] {
    switch timing {
    case .debounced:
      deadline = nil
      if new.seen == now.version { new.show(now) }
    case .throttled:
      let isWaiting =
        new.seen == now.version
        ? new.isWaiting : timing.showsLater && isNews(now, after: new.shown)
      if isWaiting, let moment = moment(&new, now) {
        new.show(now)
        setAlarm(moment)
      } else {
        new.isWaiting = false
        new.isOpen = timing.showsFirst
      }
    case .delayed:
      var due: [Stamped<Value>] = []
      while let first = queue.first, first.deadline.hasPassed {
        due.append(first.value)
        _ = queue.popFirst()
      }
      if let last = due.last { new.shown = last }
      new.isWaiting = !queue.isEmpty
      if let next = queue.first { setAlarm(next.deadline) }
      return due
    }
    return []
  }

  // MARK: - Rule and alarm

  /// Returns whether a value differs from the one before, by the property's rule.
  private func isNews(_ now: Stamped<Value>, after last: Stamped<Value>) -> Bool {
    now.version != last.version && !counts(now.value, asUnchangedFrom: last.value)
  }

  /// Returns the moment that lies `duration` after now.
  ///
  /// Nil if no alarm could ring. Then that is reported, and from then on the property shows its
  /// source.
  private func moment(_ new: inout TimedState<Value>, _ now: Stamped<Value>) -> (any Deadline)? {
    if scheduler.canRing { return scheduler.deadline(after: duration) }
    new.show(now)
    new.isOpen = true
    follower?.cancel()
    Misuse.report(.deadlineWithoutActor(property: label.description))
    return nil
  }

  private func setAlarm(_ moment: any Deadline) {
    alarm = moment.alarm { [weak self] in self?.ring() }
  }
}
