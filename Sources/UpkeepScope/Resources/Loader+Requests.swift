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
    let now = outcome.peek()
    let last = machine.hasComputed(now.request) ? computed : nil
    settle(last ?? now.known, now.request.renewed)
    _ = shown?.peek()
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

extension Resource {
  /// The way in which it comes by its value.
  var kind: LoadMachine.Kind {
    if case .compute = body { .computed } else { .loaded(pausesBeforeReload: debounce != nil) }
  }
}
