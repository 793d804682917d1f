/// Names a value of a node: two equal versions of one node mean the same value.
@frozen @usableFromInline
package struct Version: Hashable, Sendable {
  @usableFromInline var number: UInt64

  @inlinable
  init(number: UInt64) { self.number = number }

  /// The version of a value that has never changed, or was never computed.
  static var none: Version { Version(number: 0) }

  /// The version that no value has.
  @inlinable package static var never: Version { Version(number: .max) }
}
