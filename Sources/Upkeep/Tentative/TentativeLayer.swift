/// One tentative value over the parent of a `TentativeProperty`, returned by `set` and `apply`.
///
/// Releasing the object does not end the layer, and the object retains nothing. Layers end in any
/// order; the layers above and below stay as they are.
public final class TentativeLayer {
  private weak var host: (any TentativeHost)?

  init(of host: any TentativeHost) { self.host = host }

  /// Whether the layer has not ended yet.
  ///
  /// Reading it is not tracked.
  ///
  /// - Complexity: O(layers).
  public var isActive: Bool { host?.isStanding(self) ?? false }

  /// Runs a closure that writes the confirmed value, and ends the layer in the same turn.
  ///
  ///     let mine = shown.apply { $0 + 1 }
  ///     server.like(post) { receipt in mine.confirm { post.likes.value = receipt } }
  ///
  /// No other value shows in between. The closure is called even if the layer has ended, because
  /// the value is confirmed all the same. If it throws, its writes stay, as in a `batch`, and the
  /// layer stays, too.
  ///
  /// - Parameter commit: writes the confirmed value, usually to the parent.
  /// - Throws: what `commit` throws.
  /// - Complexity: O(layers), and the cost of the writes.
  public func confirm<Failure>(_ commit: () throws(Failure) -> Void) throws(Failure) {
    try batch { () throws(Failure) in
      try commit()
      host?.end(self)
    }
  }

  /// Ends the layer because its value has come true; does nothing if the layer has ended.
  ///
  /// It only removes the layer, as `fail()` does, and writes nothing. If the parent has yet to be
  /// written, its old value shows until then; `confirm { }` does both in one turn. The two names
  /// only tell a reader of the program how the layer ended.
  ///
  /// - Complexity: O(layers), and the cost of a write.
  public func confirm() { host?.end(self) }

  /// Ends the layer because its value will not come true.
  ///
  /// It removes the layer, as `confirm()` does.
  ///
  /// - Complexity: O(layers), and the cost of a write.
  public func fail() { host?.end(self) }
}

/// The owner of layers: a `TentativeProperty`, whatever the type of its value.
protocol TentativeHost: AnyObject {
  func isStanding(_ layer: TentativeLayer) -> Bool
  func end(_ layer: TentativeLayer)
}
