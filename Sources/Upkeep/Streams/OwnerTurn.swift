/// Turns of an owner that were asked for from elsewhere.
enum OwnerTurn {
  /// Has an actor take a turn soon, which ends what was dropped elsewhere; nothing if it runs here, or is gone.
  static func take(on owner: (any Actor)?) {
    guard let owner, owner !== Isolation.current else { return }
    Task { [weak owner] in
      if let owner { await take(here: owner) }
    }
  }

  private static func take(here owner: isolated any Actor) {
    let context = Context.current
    Graph.beginTurn(context)
    Graph.endTurn(context)
  }
}
