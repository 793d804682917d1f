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

  /// Ends the layer because what it showed has come true: from here on what lies below it is the
  /// one to show.
  ///
  /// Does nothing if it has ended.
  ///
  /// It is the same as `fail()`: a layer that ends leaves nothing behind, whichever way it went. The two words
  /// are for whoever reads the program.
  ///
  /// - Complexity: O(log(layers)), and what a write costs.
  public func confirm() { host?.end(self) }

  /// Ends the layer because what it showed will not come true.
  ///
  /// The same as `confirm()`.
  ///
  /// - Complexity: O(log(layers)), and what a write costs.
  public func fail() { host?.end(self) }
}

/// The host of layers: a `TentativeProperty`, whatever its value.
protocol TentativeHost: AnyObject {
  func isStanding(_ layer: TentativeLayer) -> Bool
  func end(_ layer: TentativeLayer)
}
