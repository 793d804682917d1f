/// Something that is observed until this is released.
final class Observation {
  private let source: AnyObject

  init(_ source: AnyObject) { self.source = source }
}

/// Calls a closure when it is released.
final class Watching {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}
