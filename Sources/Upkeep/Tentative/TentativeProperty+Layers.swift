extension TentativeProperty: TentativeHost {
  /// Shows a value in place of everything below it.
  ///
  /// - Parameters:
  ///   - value: the value to show.
  ///   - validity: how long the layer stands if nothing else ends it.
  /// - Returns: the layer, with which to end it.
  /// - Complexity: O(layers), and the cost of a write.
  @discardableResult
  public func set(_ value: Value, until validity: TentativeValidity = .untilTold) -> TentativeLayer
  {
    put(.fixed(value), until: validity)
  }

  /// Shows the result of a function of the value below.
  ///
  /// When the parent or a lower layer changes, the function is applied to the new value.
  ///
  /// - Parameters:
  ///   - validity: how long the layer stands if nothing else ends it.
  ///   - transform: a pure function. The property depends on what the function reads.
  /// - Returns: the layer, with which to end it.
  /// - Complexity: O(layers), and the cost of a write. The next read applies every function
  ///   down to the topmost fixed value.
  @discardableResult
  public func apply(
    until validity: TentativeValidity = .untilTold, _ transform: @escaping (Value) -> Value
  ) -> TentativeLayer {
    put(.function(transform), until: validity)
  }

  /// Ends all layers, so that the parent's value shows.
  ///
  /// - Complexity: O(layers), and the cost of a write.
  public func revertTentative() {
    let context = Context.current
    guard mayWrite(context) else { return }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    linked?.revert()
    let ended = overlays.peek()
    overlays.write(TentativeStack())
    _ = ended.top { overlay in
      disarm(overlay, context)
      return false
    }
  }

  @discardableResult
  func put(
    _ content: TentativeOverlay<Value>.Content, until validity: TentativeValidity,
    isOwn: Bool = false
  ) -> TentativeLayer {
    let layer = TentativeLayer(of: self)
    let context = Context.current
    guard mayWrite(context) else { return layer }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    let overlay = TentativeOverlay(
      layer, content, isOwn: isOwn, deadline(of: validity), end(of: content, until: validity))
    let isOver = overlay.deadline?.hasPassed == true || overlay.isOver?.peek() == true
    var new = overlays.peek()
    let replaced = isOwn ? new.own : nil
    // Releasing the old layer may run code of the program, which may write. So the release waits
    // until the new layer is armed.
    defer { withExtendedLifetime(replaced) {} }
    if let replaced { new.remove(replaced) }
    if !isOver { new.push(overlay) }
    overlays.write(new)
    if let replaced { disarm(replaced, context) }
    if !isOver { arm(overlay, context) }
    return layer
  }

  func isStanding(_ layer: TentativeLayer) -> Bool {
    untracked { overlays.read()[layer]?.isStanding == true }
  }

  func end(_ layer: TentativeLayer) {
    let context = Context.current
    guard overlays.peek()[layer] != nil, mayWrite(context) else { return }
    Graph.beginTurn(context)
    defer { Graph.endTurn(context) }
    // The beginning of a turn may finish deferred releases, and so run the program's clean-ups.
    var new = overlays.peek()
    guard let ended = new[layer] else { return }
    new.remove(ended)
    overlays.write(new)
    disarm(ended, context)
  }

  private func deadline(of validity: TentativeValidity) -> (any Deadline)? {
    guard let duration = validity.duration else { return nil }
    if scheduler.canRing { return scheduler.deadline(after: duration) }
    Misuse.report(.deadlineWithoutActor(property: label.description))
    return nil
  }

  /// Returns a property that tells whether the parent has ended a layer; nil if it never does.
  private func end(
    of content: TentativeOverlay<Value>.Content, until validity: TentativeValidity
  ) -> DerivedProperty<Bool>? {
    let parent = linked?.source ?? parent
    switch validity {
    case .untilTold, .for: return nil
    case .untilParentChanges:
      let version = parent.freshVersion()
      return DerivedProperty(label) { parent.follow() != version }
    case .untilConfirmed, .untilConfirmedWithin:
      return DerivedProperty(label) { [isUnchanged] in
        let value = parent.read()
        return isUnchanged(value, content.over(value))
      }
    }
  }
}
