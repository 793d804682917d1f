/// One tentative value that lies over the parent of a `TentativeProperty`: what its `set` and `apply`
/// return.
///
/// Dropping it changes nothing; it keeps nothing alive. Layers end in any order, those above and below one
/// that ends stay as they are.
public final class TentativeLayer {
  private weak var host: (any TentativeHost)?
  /// Its place in the order in which the layers of its property were made.
  let number: Int

  init(of host: any TentativeHost, number: Int) {
    self.host = host
    self.number = number
  }

  /// Whether the layer still stands.
  ///
  /// Reading it makes nothing depend on it.
  ///
  /// - Complexity: O(log(layers)).
  public var isActive: Bool { host?.isStanding(self) ?? false }

  /// Ends the layer because what it showed has come true, and brings in what has come in its place:
  /// in one turn, so that nothing else shows in between.
  ///
  ///     let mine = shown.apply { $0 + 1 }
  ///     server.like(post) { receipt in mine.confirm { post.likes.value = receipt } }
  ///
  /// The closure is called also if the layer has ended, for what it brings is true. If it throws,
  /// its writes stay, as in a `batch`, and so does the layer.
  ///
  /// - Parameter commit: writes what has come true, mostly the parent.
  /// - Throws: what `commit` throws.
  /// - Complexity: O(log(layers)), and what the writes cost.
  public func confirm<Failure>(_ commit: () throws(Failure) -> Void) throws(Failure) {
    try batch { () throws(Failure) in
      try commit()
      host?.end(self)
    }
  }

  /// Ends the layer because what it showed has come true: from here on what lies below it is the
  /// one to show.
  ///
  /// Does nothing if it has ended.
  ///
  /// It only removes the layer, as `fail()` does, and writes nothing: where the parent has still to
  /// be written, its old value would show in between. `confirm { }` does both in one turn. The two
  /// words are for whoever reads the program.
  ///
  /// - Complexity: O(log(layers)), and what a write costs.
  public func confirm() { host?.end(self) }

  /// Ends the layer because what it showed will not come true.
  ///
  /// It removes the layer, as `confirm()` does.
  ///
  /// - Complexity: O(log(layers)), and what a write costs.
  public func fail() { host?.end(self) }
}

/// The host of layers: a `TentativeProperty`, whatever its value.
protocol TentativeHost: AnyObject {
  func isStanding(_ layer: TentativeLayer) -> Bool
  func end(_ layer: TentativeLayer)
}
