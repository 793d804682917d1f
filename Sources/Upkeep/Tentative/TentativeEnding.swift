/// The alarm and the effect that end a layer automatically, while this structure is kept.
///
/// The structure may be released on any thread.
struct TentativeEnding {
  /// The alarm that rings at the deadline.
  let alarm: AnyObject?
  /// The effect that waits for the parent.
  let watcher: EffectToken?
}

extension TentativeProperty {
  /// Starts the alarm and the effect that end a new layer automatically, if the layer has any.
  func arm(_ overlay: TentativeOverlay<Value>, _ context: ContextRef) {
    if overlay.deadline == nil, overlay.isOver == nil { return }
    let layer = overlay.layer
    endings[ObjectIdentifier(layer)] = TentativeEnding(
      alarm: overlay.deadline?.alarm { [weak self] in self?.end(layer) },
      watcher: overlay.isOver.map { watch($0, for: layer) })
    // A rollback ends an effect that was made inside the transaction, but not an alarm.
    Graph.onRollback(of: address, context) { [self] _ in
      endings.removeValue(forKey: ObjectIdentifier(layer)) as Any
    }
  }

  /// Stops the automatic ending of a layer; a rollback starts it again.
  func disarm(_ overlay: TentativeOverlay<Value>, _ context: ContextRef) {
    let layer = overlay.layer
    guard let ending = endings.removeValue(forKey: ObjectIdentifier(layer)) else { return }
    ending.watcher?.cancel()
    Graph.onRollback(of: address, context) { [self] _ in
      endings[ObjectIdentifier(layer)] = ending
      // The journal releases the results of its steps when all steps are taken back.
      return WhenReleased { [self] _ in
        // The alarm may have rung inside the transaction.
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
