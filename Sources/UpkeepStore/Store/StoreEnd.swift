import UpkeepScope

/// Shuts a store down when the last `Store` that shows it is released.
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

// SAFETY: The store is released, so only its effects still use its parts. They run on the owner,
// where `take` runs as well.
/// The shutdown of a store that was released off its owner.
private struct ForeignEnd: @unchecked Sendable {
  let engine: StoreEngine

  func take(on owner: isolated any Actor) { engine.shutDown() }
}
