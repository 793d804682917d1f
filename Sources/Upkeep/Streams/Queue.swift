/// A first-in, first-out queue.
///
/// - Complexity: O(1) on average for adding and taking; memory for at most twice its elements.
package struct Queue<Element> {
  /// Elements before `head` have been taken, and are nil.
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  /// The number of elements.
  package var count: Int { elements.count - head }

  /// Whether the queue has no elements.
  package var isEmpty: Bool { head == elements.count }

  /// The element that was added first; nil if the queue is empty.
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// The element that was added last; nil if the queue is empty.
  package var last: Element? { isEmpty ? nil : elements[elements.count - 1] }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the first element; the queue then does not retain it.
  ///
  /// - Returns: the element; nil if the queue is empty.
  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: elements.capacity <= 1_024)
      head = 0
    } else if head > 64, head > elements.count / 2 {
      // In a queue that is never quite empty, the taken elements use no more memory than the
      // others.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Removes all elements for which a closure returns true.
  package mutating func removeAll(where isObsolete: (Element) -> Bool) {
    elements.removeAll { $0.map(isObsolete) ?? true }
    head = 0
  }
}
