import UpkeepScope

/// Ends a store when the last of its faces is released.
final class StoreEnd {
  private let engine: StoreEngine

  init(_ engine: StoreEngine) { self.engine = engine }

  deinit {
    guard let owner = engine.time.foreignOwner else {
      engine.shutDown()
      return
    }
    let end = ForeignEnd(engine: engine)
    Task { await end.take(on: owner) }
  }
}

// SAFETY: the store is gone, so its parts are used by its effects alone, on the owner, where this
// is taken, too.
/// The end of a store that was released away from its owner.
private struct ForeignEnd: @unchecked Sendable {
  let engine: StoreEngine

  func take(on owner: isolated any Actor) { engine.shutDown() }
}
