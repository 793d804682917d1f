/// The operations of a binary heap on any storage, whose elements are named by index.
///
/// Source: J. W. J. Williams, Algorithm 232, 1964.
enum BinaryHeap {
  /// Moves an element up as long as it comes before its parent.
  ///
  /// - Complexity: O(log(count)).
  static func lift(
    _ start: Int, isBefore: (Int, Int) -> Bool, swapAt: (Int, Int) -> Void
  ) {
    var child = start
    while child > 0, isBefore(child, (child - 1) / 2) {
      swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Moves an element down as long as a child comes before it.
  ///
  /// - Complexity: O(log(count)).
  static func sink(
    _ start: Int, _ count: Int, isBefore: (Int, Int) -> Bool, swapAt: (Int, Int) -> Void
  ) {
    var parent = start
    while true {
      var child = 2 * parent + 1
      if child >= count { return }
      if child + 1 < count, isBefore(child + 1, child) { child += 1 }
      if !isBefore(child, parent) { return }
      swapAt(parent, child)
      parent = child
    }
  }

  /// Sorts the elements in place, by a heap whose root is the greatest element.
  ///
  /// - Complexity: O(count log(count)), without an allocation.
  static func sort(_ count: Int, isBefore: (Int, Int) -> Bool, swapAt: (Int, Int) -> Void) {
    func isBehind(_ one: Int, _ other: Int) -> Bool { isBefore(other, one) }
    for root in stride(from: count / 2 - 1, through: 0, by: -1) {
      sink(root, count, isBefore: isBehind, swapAt: swapAt)
    }
    for end in stride(from: count - 1, to: 0, by: -1) {
      swapAt(0, end)
      sink(0, end, isBefore: isBehind, swapAt: swapAt)
    }
  }
}
