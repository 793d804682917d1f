// What UIKit and AppKit pass on of the module ObjectiveC. It does not bear that name here: the
// library's files that ask for it need a compiler that knows Objective-C.

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
