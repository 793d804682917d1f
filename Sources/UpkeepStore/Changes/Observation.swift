/// Something that is observed until this is released.
final class Observation {
  private let sources: [AnyObject]

  init(_ sources: AnyObject...) { self.sources = sources }

  init(_ sources: [Observation]) { self.sources = sources }
}

/// Calls a closure when it is released.
final class Watching {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}
