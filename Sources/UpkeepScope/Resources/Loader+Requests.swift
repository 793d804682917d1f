import Upkeep

// Requests of the program: each supersedes the load under way.
extension Loader {
  /// Gives the resource an outcome.
  func set(_ known: Loadable<Success>) {
    redoIfUndone()
    history.acceptAll()
    settle(known, outcome.peek().request.settled)
    _ = shown?.peek()
    letGo()
  }

  /// Loads it anew.
  func refresh() {
    askAnew()
    _ = shown?.peek()
  }

  /// Has it loaded, or computed, anew by whoever needs it.
  func askAnew() {
    let now = outcome.peek()
    settle(answer(in: now), now.request.renewed)
  }

  /// Forgets its outcome.
  func reset() {
    if load != nil { drop() }
    settle(.loading, outcome.peek().request.renewed)
    letGo()
  }

  func replaceBody(by definition: Resource<Success>) {
    self.definition = definition
    // A rollback brings back the outcome, but not the definition.
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
