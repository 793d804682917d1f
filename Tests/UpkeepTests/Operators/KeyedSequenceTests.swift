import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Collections as asynchronous sequences: of the latest value, and of every value.
@Suite(.leavesNothing) @MainActor struct KeyedSequenceTests {
  let items = KeyedItems(KeyedItem.items(5))

  @Test(.hops) func `a reader of every value gets one for each batch and each edit`() async throws {
    var iterator = items.values(.every(10)).makeAsyncIterator()
    items.update(3) { $0.cost += 0 }
    items.remove(1)
    batch {
      items.append(KeyedItem(id: 9))
      items.append(KeyedItem(id: 10))
    }
    items.update(2) { $0.cost = 100 }
    var heard: [KeyedArray<Int, KeyedItem>] = []
    for _ in 0..<4 { heard.append(try #require(try await iterator.next())) }
    #expect(heard.map(\.count) == [5, 4, 6, 6])
    #expect(heard.last == items.value)
    // Each value stays as it was, so edits can be computed from one to the next.
    let steps = zip(heard, heard.dropFirst()).map { CollectionEdits(from: $0, to: $1) }
    let counts = steps.map { [$0.removals.count, $0.insertions.count, $0.updates.count] }
    #expect(counts == [[1, 0, 0], [0, 2, 0], [0, 0, 1]])
  }

  @Test(.hops) func `a different actor reads the elements as an array`() async {
    let arrays = DerivedProperty(items) { $0.map(\.id) }.values
    let reading = Task.detached { () -> [[Int]] in
      var heard: [[Int]] = []
      for await ids in arrays {
        heard.append(ids)
        if ids.last == 9 { break }
      }
      return heard
    }
    items.remove(0)
    items.append(KeyedItem(id: 9))
    #expect(await reading.value.last == [1, 2, 3, 4, 9])
  }
}
