/// Several keys of one element: the first ones that differ decide the order.
@usableFromInline
struct SortKeys<each Key: Comparable>: Comparable {
  @usableFromInline let keys: (repeat each Key)

  @inlinable
  init(_ keys: repeat each Key) { self.keys = (repeat each keys) }

  @inlinable
  static func == (one: SortKeys, other: SortKeys) -> Bool {
    for (one, other) in repeat (each one.keys, each other.keys) {
      if one != other { return false }
    }
    return true
  }

  @inlinable
  static func < (one: SortKeys, other: SortKeys) -> Bool {
    for (one, other) in repeat (each one.keys, each other.keys) {
      if one != other { return one < other }
    }
    return false
  }
}
