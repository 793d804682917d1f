// The declarations of the module ObjectiveC that UIKit and AppKit export. The module has another
// name here, because files inside `#if canImport(ObjectiveC)` need a compiler with Objective-C.

public struct Selector: Hashable, Sendable {
  public init(_ name: String) { fatalError() }
}

public struct objc_AssociationPolicy: RawRepresentable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static var OBJC_ASSOCIATION_RETAIN_NONATOMIC: objc_AssociationPolicy { fatalError() }
}

public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) { fatalError() }
