extension EffectList {
  /// Runs a new effect for the first time.
  ///
  /// Inside a transaction the run waits for the commit. Inside a derivation it waits until nothing
  /// computes.
  func start(_ effect: GraphEffect) {
    let context = Context.current
    if !context.makesPlainly { return startLater(effect, context) }
    Graph.beginTurn(context)
    // Deferred work of the owner, which `beginTurn` does, may have cancelled the effect.
    if !effect.isOver { firstRun(of: effect, context) }
    Graph.endTurn(context)
  }

  @inline(never)
  private func startLater(_ effect: GraphEffect, _ context: ContextRef) {
    // A foreign thread that releases the updater needs the owner.
    note(context.owner)
    if let journal = context.journal {
      journal.start(effect, context)
    } else {
      Graph.startLater(effect, context)
    }
  }

  /// Pauses or unpauses all effects.
  func setPaused(_ isPaused: Bool, _ context: ContextRef) {
    if self.isPaused == isPaused { return }
    if let derivation = context.pointee.computing, !Graph.isMadeHere(at: address, context) {
      Misuse.report(.writeInDerivation(pausing: Graph.describe(derivation)))
      return
    }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    // Deferred work of the owner, which `beginTurn` does, may have done the same.
    if self.isPaused == isPaused { return }
    Graph.onRollback(of: address, context) { [self] context in setPaused(!isPaused, context) }
    var forgotten: [Graph.SeenValue] = []
    var lists = [self]
    var index = 0
    while index < lists.count {
      forgotten += lists[index].setAllPaused(isPaused, context) { lists.append($0) }
      index += 1
    }
    // The values are released when no list is being changed, because their `deinit` may pause
    // again, or cancel.
    forgotten.removeAll()
    for list in lists { list.forgetSeenValues() }
  }

  func cancel(_ token: GraphEffect) {
    if token.isAbandoned { return cancelAbandoned() }
    let context = Context.current
    if let journal = context.journal {
      journal.cancel(token, context)
    } else {
      end(token)
    }
  }

  /// Cancels the current effects, newest first, in one turn.
  func cancel() {
    let context = Context.current
    Graph.beginTurn(context)
    var tokens: [GraphEffect] = []
    var effect = last
    while let current = effect {
      tokens.append(current.withEffect(\.self))
      effect = current.previousEffect
    }
    // A clean-up may have cancelled other effects.
    for token in tokens where token.list != nil { cancel(token) }
    Graph.endTurn(context)
  }
}
