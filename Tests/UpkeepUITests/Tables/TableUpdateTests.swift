import Differential
import Foundation
import Testing
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// The batch that a table receives, which is as small as possible.
@Suite struct TableUpdateTests {
  private typealias Row = TableUpdate.Shift<IndexPath>
  private typealias Section = TableUpdate.Shift<Int>

  private let items = Items(Item.items(30))

  /// The update for some edits, in a table without sections.
  private func rows(_ edit: () -> Void) -> TableUpdate {
    let old = items.value
    batch(edit)
    return TableUpdate(CollectionEdits(from: old, to: items.value))
  }

  /// The update for some edits, in a table whose three sections are the groups 0, 1 and 2 of ten
  /// rows each.
  private func sections(_ edit: () -> Void) -> TableUpdate {
    let groups = items.grouped { $0.group }
    let old = groups.value
    batch(edit)
    return TableUpdate(sections: CollectionEdits(from: old, to: groups.value))
  }

  /// Expects an update with these parts, and no others.
  private func expect(
    _ found: TableUpdate, sourceLocation: SourceLocation = #_sourceLocation,
    _ fill: (inout TableUpdate) -> Void
  ) {
    let none = Items([]).value
    var update = TableUpdate(CollectionEdits(from: none, to: none))
    fill(&update)
    #expect(found == update, sourceLocation: sourceLocation)
  }

  // MARK: - Without sections

  @Test func `an update without edits, or with an equal element, does nothing`() {
    #expect(rows {}.isEmpty)
    #expect(rows { items[3] = Item(id: 3, group: 0, cost: 3) }.isEmpty)
    #expect(sections {}.isEmpty)
    #expect(!rows { items.remove(3) }.isEmpty)
  }

  @Test func `an inserted row has its new index path, and a deleted row its old one`() {
    let found = rows {
      items.remove(3)
      items.insert(Item(id: 50), at: 8)
      items.remove(20)
    }
    expect(found) { ($0.deletedRows, $0.insertedRows) = ([[0, 3], [0, 20]], [[0, 8]]) }
  }

  @Test func `a changed row has its old index path`() {
    let found = rows {
      items.removeAll { $0.id < 3 }
      items.update(7) { $0.cost = 100 }
    }
    #expect(found.reloadedRows == [Row(old: [0, 7], new: [0, 4])])
  }

  @Test func `a moved row is one update, and a moved and changed row is two`() {
    expect(rows { items.move(3, to: 20) }) { $0.movedRows = [Row(old: [0, 3], new: [0, 20])] }
    #expect(rows { items.move(4, to: 5) }.movedRows.count == 1)
    items.replaceAll(with: Item.items(30))
    let found = rows {
      items.move(20, to: 0)
      items.update(20) { $0.cost = 100 }
    }
    expect(found) { ($0.deletedRows, $0.insertedRows) = ([[0, 20]], [[0, 0]]) }
  }

  // MARK: - With sections

  @Test func `an inserted or deleted section is one update, whatever its rows`() {
    expect(sections { items.removeAll { $0.group == 1 } }) { $0.deletedSections = [1] }
    let found = sections { for id in 100..<105 { items.append(Item(id: id, group: 7)) } }
    expect(found) { $0.insertedSections = [2] }
  }

  @Test func `rows beside a deleted section have their old and new section indices`() {
    let found = sections {
      items.removeAll { $0.group == 0 }
      items.remove(15)
      items.update(16) { $0.cost = 100 }
      items.append(Item(id: 50, group: 2))
    }
    expect(found) {
      $0.deletedSections = [0]
      $0.deletedRows = [[1, 5]]
      $0.reloadedRows = [Row(old: [1, 6], new: [0, 5])]
      $0.insertedRows = [[1, 10]]
    }
  }

  @Test func `a moved section is one update, and two if its rows change`() {
    let forth = sections { for id in (20..<30).reversed() { items.move(id, to: 0) } }
    expect(forth) { $0.movedSections = [Section(old: 2, new: 0)] }
    items.replaceAll(with: Item.items(30))
    let found = sections {
      for id in (20..<30).reversed() { items.move(id, to: 0) }
      items.remove(25)
    }
    expect(found) { ($0.deletedSections, $0.insertedSections) = ([2], [0]) }
  }

  @Test func `a row that changes its section, and nothing else, moves`() {
    // The groups depend on no part of the elements.
    var group = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, $0 / 10) })
    let version = StoredProperty(0)
    let groups = items.grouped { item in
      _ = version.value
      return group[item.id] ?? 0
    }
    let old = groups.value
    group[15] = 2
    version.value += 1
    let found = TableUpdate(sections: CollectionEdits(from: old, to: groups.value))
    expect(found) { $0.movedRows = [Row(old: [1, 5], new: [2, 0])] }
  }

  @Test func `a row that changes its section, and is another one, is deleted and inserted`() {
    let found = sections { items.update(15) { $0.group = 2 } }
    expect(found) { ($0.deletedRows, $0.insertedRows) = ([[1, 5]], [[2, 0]]) }
  }

  @Test func `a section none of whose rows stays is reloaded, at its old place`() {
    let found = sections {
      items.removeAll { $0.group < 2 }
      for id in 100..<105 { items.append(Item(id: id, group: 2)) }
      items.removeAll { 20..<30 ~= $0.id }
    }
    expect(found) { ($0.deletedSections, $0.reloadedSections) = ([0, 1], [2]) }
  }

  @Test func `elements of an unchanged section are not compared`() {
    // SAFETY: all of this test runs on one thread.
    nonisolated(unsafe) var comparisons = 0
    let counted = Items(
      Item.items(30_000, inGroupsOf: 10_000),
      changes: ChangeRule {
        comparisons += 1
        return $0 != $1
      })
    let groups = counted.grouped { $0.group }
    let old = groups.value
    counted.update(15_000) { $0.cost += 1 }
    let new = groups.value
    comparisons = 0
    let found = TableUpdate(sections: CollectionEdits(from: old, to: new))
    #expect(found.reloadedRows == [Row(old: [1, 5_000], new: [1, 5_000])])
    #expect(comparisons <= 4)
  }
}

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
    #expect(snapshot.sections.map(\.ids) == [[2, 0, 1, 3, 5, 6, 7, 8, 50]])
    #expect((snapshot.sections.map(\.key), snapshot.changed) == ([0], [2]))
  }

  @Test func `each group is a section, and a changed row is found at its new place`() {
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
    final class Source { var told: [String] = [] }
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
