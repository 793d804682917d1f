/// One tentative value that lies over the parent of a `TentativeProperty`: what its `set` and `apply`
/// return.
///
/// Dropping it changes nothing; it keeps nothing alive. Layers end in any order, those above and below one
/// that ends stay as they are.
public final class TentativeLayer {
  private weak var host: (any TentativeHost)?

  init(of host: any TentativeHost) { self.host = host }

  /// Whether the layer still stands. Reading it makes nothing depend on it.
  ///
  /// - Complexity: O(layers).
  public var isActive: Bool { host?.isStanding(self) ?? false }

  /// Ends the layer because what it showed has come true: from here on the parent's value is the one to
  /// show. Does nothing if it has ended.
  ///
  /// - Complexity: O(layers), and what a write costs.
  public func confirm() { host?.end(self) }

  /// Ends the layer because what it showed will not come true. Does nothing if it has ended.
  ///
  /// - Complexity: O(layers), and what a write costs.
  public func fail() { host?.end(self) }
}

/// What has layers: a `TentativeProperty`, whatever its value.
protocol TentativeHost: AnyObject {
  func isStanding(_ layer: TentativeLayer) -> Bool
  func end(_ layer: TentativeLayer)
}
