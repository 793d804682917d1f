/// Turns of an owner that other isolations ask for.
enum OwnerTurn {
  /// Makes an actor take a turn soon, unless it runs here or is gone.
  ///
  /// The turn ends objects of the actor that were released elsewhere.
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
