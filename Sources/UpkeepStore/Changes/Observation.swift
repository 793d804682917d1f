/// A subscription that ends when this object is released.
final class Observation {
  private let sources: [AnyObject]

  init(_ sources: AnyObject...) { self.sources = sources }

  init(_ sources: [Observation]) { self.sources = sources }
}

/// An object that calls a closure when it is released.
final class Watching {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}
