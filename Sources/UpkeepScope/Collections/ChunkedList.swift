/// A list with fast insertion and removal anywhere: an array of arrays.
///
/// - Complexity: O(√n) for an edit of a list with up to a million elements.
struct ChunkedList<Element> {
  private static var capacity: Int { 1_024 }

  /// No chunk is empty, and none has more than `capacity` elements.
  private var chunks: [[Element]]
  private(set) var count: Int

  init(_ elements: [Element]) {
    count = elements.count
    chunks = stride(from: 0, to: count, by: Self.capacity / 2).map {
      Array(elements[$0..<min($0 + Self.capacity / 2, elements.count)])
    }
  }

  var indices: Range<Int> { 0..<count }

  var elements: [Element] { Array(chunks.joined()) }

  mutating func replace(at index: Int, by element: Element) {
    let place = place(of: index)
    chunks[place.chunk][place.index] = element
  }

  mutating func remove(at index: Int) -> Element {
    let place = place(of: index)
    let element = chunks[place.chunk].remove(at: place.index)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
    count -= 1
    return element
  }

  mutating func insert(_ element: Element, at index: Int) {
    if chunks.isEmpty { chunks = [[]] }
    let place = place(of: index)
    chunks[place.chunk].insert(element, at: place.index)
    count += 1
    let chunk = chunks[place.chunk]
    if chunk.count <= Self.capacity { return }
    let half = chunk.count / 2
    chunks.replaceSubrange(
      place.chunk...place.chunk, with: [Array(chunk[..<half]), Array(chunk[half...])])
  }

  /// Returns the chunk and position of an index; the end index is in the last chunk.
  private func place(of index: Int) -> (chunk: Int, index: Int) {
    var rest = index
    for chunk in chunks.indices.dropLast() {
      if rest < chunks[chunk].count { return (chunk, rest) }
      rest -= chunks[chunk].count
    }
    return (chunks.count - 1, rest)
  }
}
