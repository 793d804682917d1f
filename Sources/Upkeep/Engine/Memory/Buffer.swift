/// A growable list of trivial elements that keeps its memory.
///
/// In the steady state appending allocates nothing. Appending and reading neither check for
/// uniqueness nor retain.
struct Buffer<Element>: ~Copyable {
  // SAFETY: `count` elements are initialized, `capacity` are allocated; all elements are trivial.
  private var base: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    // SAFETY: callers stay below `count`, and a buffer that counts elements has a base.
    base.unsafelyUnwrapped[index]
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base.unsafelyUnwrapped + count).initialize(to: element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return base.unsafelyUnwrapped[count]
  }

  /// Removes every element equal to `element`.
  ///
  /// - Complexity: O(count).
  mutating func remove(_ element: Element) where Element: Equatable {
    removeAll(from: 0) { $0 == element }
  }

  mutating func removeAll() { count = 0 }

  /// Removes each element from `start` on for which `mustGo` returns true; calls `mustGo` in order.
  ///
  /// - Complexity: O(count - start).
  mutating func removeAll(from start: Int, where mustGo: (Element) -> Bool) {
    var kept = start
    for index in start..<count where !mustGo(self[index]) {
      base.unsafelyUnwrapped[kept] = self[index]
      kept += 1
    }
    count = kept
  }

  /// Sorts in place, without an allocation.
  func heapSort(by isBefore: (Element, Element) -> Bool) {
    BinaryHeap.sort(
      count, isBefore: { isBefore(self[$0], self[$1]) }, swapAt: { swapAt($0, $1) })
  }

  func swapAt(_ first: Int, _ second: Int) {
    guard let base else { return }
    swap(&base[first], &base[second])
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: Swift.max(16, capacity * 2))
    if let base {
      larger.moveInitialize(from: base, count: count)
      base.deallocate()
    }
    base = larger
    capacity = Swift.max(16, capacity * 2)
  }

  deinit { base?.deallocate() }
}
