// Stands in for the Apple module of this name. Signatures are those of Apple's documentation.

public struct OSSignpostID: Sendable {
  public static let exclusive = OSSignpostID()
}

public struct OSSignposter: Sendable {
  public init(subsystem: String, category: String) { fatalError() }
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) { fatalError() }
}
