/// Elements in the order in which they were added: first in, first out.
///
/// - Complexity: O(1) for adding and taking, on average; memory for at most twice its elements.
package struct Queue<Element> {
  /// Those before `head` have been taken, and are nil.
  private var elements: [Element?] = []
  private var head = 0

  package init() {}

  /// The number of elements.
  package var count: Int { elements.count - head }

  /// Whether there is none.
  package var isEmpty: Bool { head == elements.count }

  /// The element that was added first; nil if there is none.
  package var first: Element? { isEmpty ? nil : elements[head] }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) { elements.append(element) }

  /// Takes out the first element.
  ///
  /// - Returns: the element; nil if there is none. It is kept no longer.
  package mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = elements[head]
    elements[head] = nil
    head += 1
    if isEmpty {
      elements.removeAll(keepingCapacity: elements.capacity <= 1_024)
      head = 0
    } else if head > 64, head > elements.count / 2 {
      // A queue that is never quite empty leaves no more behind than it has.
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  /// Takes out all elements of which a closure says so.
  package mutating func removeAll(where isObsolete: (Element) -> Bool) {
    elements.removeAll { $0.map(isObsolete) ?? true }
    head = 0
  }
}
