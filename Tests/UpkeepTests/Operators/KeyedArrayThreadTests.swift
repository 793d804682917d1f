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
}
