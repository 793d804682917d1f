import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// The values of collections as sequences: those of the latest, and those of each.
@Suite(.leavesNothing) @MainActor struct KeyedSequenceTests {
  let items = KeyedItems(KeyedItem.items(5))

  @Test(.hops) func `a slow reader of a collection skips to its latest value`() async {
    var iterator = items.values.makeAsyncIterator()
    #expect(await iterator.next()?.ids == [0, 1, 2, 3, 4])
    items.remove(1)
    items.append(KeyedItem(id: 9))
    items.move(9, to: 0)
    #expect(await iterator.next()?.ids == [9, 0, 2, 3, 4])
  }

  @Test(.hops) func `a reader of every value gets each, which is a batch or an edit`()
    async throws
  {
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
    // Each is a value, which stays: the edits lead from one to the next.
    let steps = zip(heard, heard.dropFirst()).map { CollectionEdits(from: $0, to: $1) }
    #expect(steps.map(\.removals.count) == [1, 0, 0])
    #expect(steps.map(\.insertions.count) == [0, 2, 0])
    #expect(steps.map(\.updates.count) == [0, 0, 1])
  }

  @Test(.hops) func `a reader of every value that is too slow is told how many were lost`()
    async throws
  {
    var iterator = items.values(.every(2)).makeAsyncIterator()
    for id in 0..<4 { items.remove(id) }
    #expect(try await iterator.next()?.count == 5)
    #expect(try await iterator.next()?.count == 4)
    var lost: LostChanges?
    do throws(LostChanges) { _ = try await iterator.next() } catch { lost = error }
    #expect(lost?.count == 3)
  }

  @Test(.hops) func `what was derived, an element and a total are read so, too`() async {
    let costs = items.filter { $0.cost > 2 }.sorted { $0.cost > $1.cost }
    var values = costs.values.makeAsyncIterator()
    var elements = items.element(3).values.makeAsyncIterator()
    var sums = items.sum { $0.cost }.values.makeAsyncIterator()
    #expect(await values.next()?.ids == [4, 3])
    #expect(await elements.next() == .some(KeyedItem.items(4)[3]))
    #expect(await sums.next() == 10)
    items.update(0) { $0.cost = 7 }
    items.remove(3)
    #expect(await values.next()?.ids == [0, 4])
    #expect(await elements.next() == .some(nil))
    #expect(await sums.next() == 14)
  }

  @Test(.hops) func `another actor reads the elements as an array`() async {
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

  @Test(.hops) func `a reader that has gone leaves nothing`() async {
    let open = items.filter { $0.cost > 2 }
    do {
      var iterator = open.values.makeAsyncIterator()
      _ = await iterator.next()
      #expect(open.isLive)
    }
    #expect(await eventually { !open.isLive })
  }
}
