import Upkeep

// Actions pass the middleware.
extension StoreCore {
  /// The actions that the middleware makes of each.
  func passed(_ actions: [Action], _ origin: Origin) -> [[Action]] {
    guard let pass = steps.pass, !engine.isReplaying else { return actions.map { [$0] } }
    return actions.map { action in
      pass(action) { [weak self] in
        _ = self?.send([$0], Origin(parent: origin.parent, cause: origin.cause))
      }
    }
  }

  /// Begins a change without an animation.
  ///
  /// - Returns: whether it may be made at once; not if the middleware has brought somebody who is
  ///   told.
  func mayGoOn() -> Bool {
    if engine.isAnimated { engine.animation = nil }
    return isQuiet
  }

  /// Carries out actions of the user's that the middleware has let pass, and tells of them.
  func carryOut(passed actions: [Action]) {
    let entry = Entry(actions: [], origin: Origin(cause: .user), run: nil, depth: 0)
    batch {
      for action in actions { commit(action, 0, entry) }
    }
  }
}
