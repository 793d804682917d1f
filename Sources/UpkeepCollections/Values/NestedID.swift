/// The identity of an element that is in a list of a collection.
public struct NestedID<Outer: Hashable, Inner: Hashable>: Hashable {
  /// The identity of the list.
  public let outer: Outer
  /// The identity of the element in the list.
  public let inner: Inner

  /// Creates an identity.
  ///
  /// - Parameters:
  ///   - outer: the identity of the list.
  ///   - inner: the identity of the element in the list.
  public init(_ outer: Outer, _ inner: Inner) {
    self.outer = outer
    self.inner = inner
  }
}

extension NestedID: Sendable where Outer: Sendable, Inner: Sendable {}
