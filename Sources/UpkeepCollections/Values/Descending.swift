/// A value whose order is reversed, for a key that sorts in descending order.
///
///     let dearest = todos.sorted(on: { Descending($0.cost) })
///     let shown = todos.sorted(on: { $0.owner }, { Descending($0.cost) })
public struct Descending<Value: Comparable>: Comparable {
  /// The value.
  public let value: Value

  /// Reverses the order of a value.
  ///
  /// - Parameter value: the value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  /// Returns whether one value is greater than another.
  @inlinable
  public static func < (one: Descending, other: Descending) -> Bool { other.value < one.value }
}

extension Descending: Sendable where Value: Sendable {}
