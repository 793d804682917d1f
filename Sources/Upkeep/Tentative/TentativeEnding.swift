/// The alarm and the effect that end a layer by themselves, for as long as this is kept.
///
/// It may be released on any thread.
struct TentativeEnding {
  /// Rings at the deadline.
  let alarm: AnyObject?
  /// The effect that waits for the parent.
  let watcher: EffectToken?
}

extension TentativeProperty {
  /// Lets a layer that has just been put in place end by itself, if it is one that does.
  func arm(_ overlay: TentativeOverlay<Value>, _ context: ContextRef) {
    if overlay.deadline == nil, overlay.isOver == nil { return }
    let layer = overlay.layer
    endings[ObjectIdentifier(layer)] = TentativeEnding(
      alarm: overlay.deadline?.alarm { [weak self] in self?.end(layer) },
      watcher: overlay.isOver.map { watch($0, for: layer) })
    // An effect that was made inside a transaction ends with it if that is undone; an alarm does not.
    Graph.onRollback(of: address, context) { [self] _ in
      endings.removeValue(forKey: ObjectIdentifier(layer)) as Any
    }
  }

  /// Stops what would have ended a layer; inside a transaction, with its commit.
  func disarm(_ overlay: TentativeOverlay<Value>, _ context: ContextRef) {
    let layer = overlay.layer
    guard let ending = endings.removeValue(forKey: ObjectIdentifier(layer)) else { return }
    ending.watcher?.cancel()
    Graph.onRollback(of: address, context) { [self] _ in
      endings[ObjectIdentifier(layer)] = ending
      return AfterRollback { [self] in
        // Its alarm may have rung inside.
        if overlay.deadline?.hasPassed == true { end(layer) }
      }
    }
  }

  private func watch(_ isOver: DerivedProperty<Bool>, for layer: TentativeLayer) -> EffectToken {
    let watchers = watchers ?? Updater(for: self)
    self.watchers = watchers
    return watchers.keepUpToDate(dependencies: [isOver], label) { [weak self] in
      if isOver.peek() { self?.end(layer) }
    }
  }
}

/// A closure that is called when a transaction has been undone.
///
/// The journal releases what its steps return when all of them are taken.
private final class AfterRollback {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  deinit { body() }
}
