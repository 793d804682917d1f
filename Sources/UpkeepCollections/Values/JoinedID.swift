/// The identity of an element of a full join.
public enum JoinedID<Left: Hashable, Right: Hashable>: Hashable {
  /// An element of the first collection, alone or with its match.
  case left(Left)
  /// An element of the second collection that is no match of any element of the first.
  case right(Right)
}

extension JoinedID: Sendable where Left: Sendable, Right: Sendable {}
