import Upkeep

// Passes actions through the middleware.
extension StoreCore {
  /// Returns the actions that the middleware makes of each action.
  func passed(_ actions: [Action], _ origin: Origin) -> [[Action]] {
    guard let pass = steps.pass, !engine.isReplaying else { return actions.map { [$0] } }
    return actions.map { action in
      pass(action) { [weak self] in
        _ = self?.send([$0], Origin(parent: origin.parent, cause: origin.cause))
      }
    }
  }

  /// Clears the animation, and returns whether a change can be made without notifications.
  ///
  /// - Returns: False if the middleware added a listener or a watcher, for example.
  func mayGoOn() -> Bool {
    if engine.isAnimated { engine.animation = nil }
    return isQuiet
  }

  /// Carries out user actions that have passed the middleware, and notifies listeners.
  func carryOut(passed actions: [Action]) {
    let entry = Entry(actions: [], origin: Origin(cause: .user), run: nil)
    batch {
      for action in actions { commit(action, 0, entry) }
    }
  }
}
