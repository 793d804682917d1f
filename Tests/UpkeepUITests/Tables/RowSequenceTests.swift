import Differential
import Foundation
import Testing
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// The calls that AppKit's table receives one after the other.
@Suite struct RowSequenceTests {
  private let items = Items(Item.items(10))

  /// The calls that tell a table about some edits.
  private func calls(_ edit: () -> Void) -> RowSequence {
    let old = items.value
    batch(edit)
    return RowSequence(TableUpdate(CollectionEdits(from: old, to: items.value)))
  }

  @Test func `removals have their old positions, insertions and updates their new ones`() {
    let calls = calls {
      items.remove(2)
      items.remove(5)
      items.update(8) { $0.cost = 100 }
      items.insert(Item(id: 50), at: 0)
    }
    #expect((calls.removed, calls.inserted, calls.reloaded) == ([2, 5], [0], [7]))
    #expect(calls.moved.isEmpty)
  }

  @Test func `a row that moves is one call`() {
    #expect(calls { items.move(3, to: 8) }.moved.map { [$0, $1] } == [[3, 8]])
    let calls = calls {
      items.remove(0)
      items.insert(Item(id: 50), at: 0)
      items.insert(Item(id: 51), at: 1)
      items.move(8, to: 2)
    }
    #expect(calls.moved.map { [$0, $1] } == [[6, 0]])
  }

  @Test func `the calls turn the old rows into the new ones, whatever moves`() {
    for seed in 1...UInt64(scriptCount(500, long: 5_000)) {
      var random = SplitMix64(seed: seed)
      let items = Items(Item.items(random.below(14)))
      var table = Array(items.value)
      let old = items.value
      batch { for _ in 0...random.below(6) { items.edit(&random) } }
      let new = items.value
      let calls = RowSequence(TableUpdate(CollectionEdits(from: old, to: new)))
      for index in calls.removed.reversed() { table.remove(at: index) }
      for move in calls.moved { table.insert(table.remove(at: move.from), at: move.to) }
      for index in calls.inserted { table.insert(new[index], at: index) }
      for index in calls.reloaded { table[index] = new[index] }
      if table != Array(new) {
        Issue.record("seed \(seed): \(table), not \(new), by \(calls)" as Comment)
        return
      }
    }
  }
}
