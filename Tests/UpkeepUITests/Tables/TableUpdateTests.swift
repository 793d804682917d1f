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
    expect(found) {
      $0.deletedRows = [[0, 3], [0, 20]]
      $0.insertedRows = [[0, 8]]
    }
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
    expect(found) {
      $0.deletedRows = [[0, 20]]
      $0.insertedRows = [[0, 0]]
    }
  }

  // MARK: - With sections

  @Test func `an inserted or deleted section is one update, whatever its rows`() {
    expect(sections { items.removeAll { $0.group == 1 } }) { $0.deletedSections = [1] }
    let found = sections {
      for id in 100..<105 { items.append(Item(id: id, group: 7)) }
    }
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
    expect(found) {
      $0.deletedSections = [2]
      $0.insertedSections = [0]
    }
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
    expect(sections { items.update(15) { $0.group = 2 } }) {
      $0.deletedRows = [[1, 5]]
      $0.insertedRows = [[2, 0]]
    }
  }

  @Test func `a section none of whose rows stays is reloaded, at its old place`() {
    let found = sections {
      items.removeAll { $0.group < 2 }
      for id in 100..<105 { items.append(Item(id: id, group: 2)) }
      items.removeAll { 20..<30 ~= $0.id }
    }
    expect(found) {
      $0.deletedSections = [0, 1]
      $0.reloadedSections = [2]
    }
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
