import Upkeep

// The program's requests; each supersedes the running load.
extension Loader {
  /// Sets the outcome.
  func set(_ known: Loadable<Success>) {
    redoIfUndone()
    history.acceptAll()
    settle(known, outcome.peek().request.settled)
    _ = shown?.peek()
    letGo()
  }

  /// Loads the resource again.
  func refresh() {
    askAnew()
    _ = shown?.peek()
  }

  /// Requests another load or computation, which begins when a reader needs the value.
  func askAnew() {
    let now = outcome.peek()
    settle(answer(in: now), now.request.renewed)
  }

  /// Forgets the outcome.
  func reset() {
    if load != nil { drop() }
    settle(.loading, outcome.peek().request.renewed)
    letGo()
  }

  func replaceDefinition(by definition: ResourceDeclaration<Success>) {
    self.definition = definition
    // A rollback restores the outcome, but not the definition.
    Turn.afterRollback { [weak self] in
      guard let self else { return }
      forgetComputed()
      machine.becomeStale()
      shown?.invalidate()
    }
    forgetComputed()
    history.replace(by: Inputs())
    reset()
  }

  private func forgetComputed() {
    computed = nil
    machine.forgetComputed()
  }
}
