import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Values of a collection that other threads use while the collection changes.
///
/// Run it under the thread sanitizer: see `ThreadTests`.
@Suite(.leavesNothing) struct KeyedArrayThreadTests {
  @Test(.hops) func `keyed arrays are read and edited on several threads at once`() async {
    let items = KeyedItems(KeyedItem.items(2_000))
    _ = items.value[id: 1]
    let first = items.value
    async let found = onItsOwnThread { (0..<2_000).filter { first[id: $0]?.cost != $0 } }
    async let edited = onItsOwnThread {
      var own = first
      for id in 0..<300 { own.update(id: id) { $0.cost += 1 } }
      own.remove(id: 1_999)
      return own
    }
    for id in 0..<300 {
      items.update(id) { $0.cost += 5 }
      #expect(items.value[id: id]?.cost == id + 5)
    }
    #expect(await found == [])
    let own = await edited
    #expect(own.count == 1_999 && (0..<300).allSatisfy { own[id: $0]?.cost == $0 + 1 })
    #expect(first[id: 7]?.cost == 7 && items.value[id: 7]?.cost == 12)
  }

  @Test(.hops) func `a keyed array released on another thread releases its elements`() async {
    let items = KeyedItems(KeyedItem.items(1_000))
    let sum = items.sum { $0.cost }
    for round in 0..<20 {
      let value = items.value
      async let total = onItsOwnThread { value.reduce(0) { $0 + $1.cost } }
      items.replaceAll(with: KeyedItem.items(1_000).map { KeyedItem(id: $0.id, cost: round) })
      #expect(sum.value == round * 1_000)
      #expect(await total == (round == 0 ? 499_500 : (round - 1) * 1_000))
    }
  }

  /// An identity; those of questions count the comparisons of one thread.
  private struct Asked: Hashable, Sendable {
    let number: Int
    nonisolated(unsafe) var comparisons: KeyedCalls?

    static func == (one: Asked, other: Asked) -> Bool {
      (one.comparisons ?? other.comparisons)?.count += 1
      return one.number == other.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test(.hops) func `four values are asked in turn by four threads, without searching`() async {
    let count = 2_000
    var values = [KeyedArray(0..<count, id: { Asked(number: $0) })]
    values.append(values[0])
    values[1].replaceAll(with: (0..<count).reversed(), id: { Asked(number: $0) })
    values.append(values[1])
    values[2].removeAll { $0 % 2 == 0 }
    values.append(values[2])
    for id in 0..<100 { values[3].append(count + id, id: Asked(number: count + id)) }
    let tables = values.map { Dictionary(uniqueKeysWithValues: $0.enumerated().map { ($1, $0) }) }
    let all = values
    @Sendable func ask() async -> (wrong: Int, comparisons: Int) {
      await onItsOwnThread {
        let calls = KeyedCalls()
        let wrong = (0..<count + 200).count { number in
          let id = Asked(number: number, comparisons: calls)
          return zip(all, tables).contains { $0.index(of: id) != $1[number] }
        }
        return (wrong, calls.count)
      }
    }
    async let others = [ask(), ask(), ask()]
    let found = [await ask()] + (await others)
    #expect(found.map(\.wrong) == [0, 0, 0, 0])
    // A search compares half of the identities.
    #expect(found.allSatisfy { $0.comparisons < 64 * count })
  }
}
