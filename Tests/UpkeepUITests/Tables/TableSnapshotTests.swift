import Differential
import Testing
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// Updates for a diffable data source.
///
/// The data source compares identities itself, but has to be told which elements have changed.
@Suite struct TableSnapshotTests {
  private let items = Items(Item.items(9, inGroupsOf: 3))

  @Test func `a collection is one section`() {
    let old = items.value
    items.update(2) { $0.cost = 100 }
    items.move(2, to: 0)
    items.remove(4)
    items.append(Item(id: 50))
    let snapshot = TableSnapshot(of: CollectionEdits(from: old, to: items.value), in: 0)
    #expect(snapshot.sections.map(\.key) == [0])
    #expect(snapshot.sections.map(\.ids) == [[2, 0, 1, 3, 5, 6, 7, 8, 50]])
    #expect(snapshot.changed == [2])
  }

  @Test
  func `each group is a section, and a changed row is found at its new place`() {
    for seed in 1...UInt64(scriptCount(300, long: 2_000)) {
      var random = SplitMix64(seed: seed)
      let items = Items(Item.items(random.below(14), inGroupsOf: 3))
      let groups = items.grouped { $0.group }
      let (old, oldItems) = (groups.value, items.value)
      batch { for _ in 0...random.below(6) { items.edit(&random) } }
      let snapshot = TableSnapshot(of: CollectionEdits(from: old, to: groups.value))
      let changed = items.value.filter { item in
        oldItems[id: item.id].map { $0 != item } ?? false
      }
      let isRight =
        snapshot.sections.map(\.key) == groups.value.map(\.key)
        && snapshot.sections.map(\.ids) == groups.value.map(\.elements.ids)
        && snapshot.changed.sorted() == changed.map(\.id).sorted()
      if !isRight {
        Issue.record("seed \(seed): \(snapshot), not \(groups.value)" as Comment)
        return
      }
    }
  }

  @MainActor @Test
  func `a data source is told of all at first, and then of each change, when the rows are new`() {
    final class Source {
      var told: [String] = []
    }
    let (source, rows, updater) = (Source(), TableRows(items), Updater())
    let token = updater.follow(rows.content, in: source, nil, #fileID, #line) {
      [rows] source, edits, isFirst in
      let snapshot = TableSnapshot(of: edits, in: 0)
      source.told.append(
        "\(isFirst) \(snapshot.sections[0].ids.count) \(snapshot.changed) \(rows.count)")
    }
    batch {
      items.remove(1)
      items.update(2) { $0.cost = 100 }
    }
    #expect(source.told == ["true 9 [] 9", "false 8 [2] 8"])
    token.cancel()
  }
}
