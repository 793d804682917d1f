/// Names a value of a node: two equal versions of one node mean the same value.
@frozen @usableFromInline
package struct Version: Hashable, Sendable {
  @usableFromInline var number: UInt64

  @inlinable
  init(number: UInt64) { self.number = number }

  /// The version of what has never changed, or was never computed.
  @inlinable static var none: Version { Version(number: 0) }

  /// No value has this version.
  @inlinable static var never: Version { Version(number: .max) }
}

extension Graph {
  /// Gives the value of a node a version that no earlier value had.
  ///
  /// A node counts its versions, in 64 bits: at a write in each nanosecond that is enough for 580 years. Where it has
  /// gone back to an earlier one, its property knows the newest (Invariant 5).
  /// `flags` are the node's.
  @inlinable @inline(__always)
  static func issueVersion(of node: NodeRef, _ flags: Node.Flags) {
    if flags.contains(.hasGoneBack) {
      issueVersionAfterNewest(of: node)
    } else {
      node.version.number &+= 1
    }
  }

  @usableFromInline @inline(never)
  static func issueVersionAfterNewest(of node: NodeRef) {
    node.flags.remove(.hasGoneBack)
    // SAFETY: only a property's node goes back, and whoever gives it a version keeps the property.
    let newest = node.object?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: GraphElement.self).newestVersion
    }
    if let newest { node.version = Version(number: newest.number &+ 1) }
  }
}
