/// A subscription that ends when this object is released.
final class Observation {
  private let sources: [AnyObject]

  init(_ sources: AnyObject...) { self.sources = sources }

  init(_ sources: [Observation]) { self.sources = sources }
}

/// The name and the place of the effects of a subscription, for messages.
struct Site {
  let name: String?
  let file: StaticString
  let line: UInt

  init(_ name: String? = nil, file: StaticString = #fileID, line: UInt = #line) {
    self.name = name
    self.file = file
    self.line = line
  }
}

extension StoreEngine {
  /// Returns the name of a hook's effect, at the place of the store.
  func site(ofHook name: String) -> Site { Site("hook \(name)", file: file, line: line) }
}

/// An object that calls a closure when it is released.
final class Watching {
  private let end: () -> Void

  init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}
