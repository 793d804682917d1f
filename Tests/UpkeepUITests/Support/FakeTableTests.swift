import Foundation
import Testing
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// The table that stands in for UIKit's notices the mistakes that would stop the program there.
@MainActor @Suite struct FakeTableTests {
  private typealias Row = TableUpdate.Shift<IndexPath>

  /// The errors of a table of two sections of two rows after an update that leads to sections of
  /// the given sizes.
  private func errors(
    after sizes: [Int] = [2, 2], _ edit: (inout TableUpdate) -> Void
  ) -> [String] {
    let none = Items([]).value
    var update = TableUpdate(CollectionEdits(from: none, to: none))
    edit(&update)
    let old = (0..<2).map { section in (0..<2).map { Item(id: section * 10 + $0) } }
    var now = old
    let table = FakeTable(old) { now }
    table.apply(update) { now = sizes.map { (0..<$0).map { Item(id: 100 + $0) } } }
    return table.errors
  }

  @Test func `an update that agrees with the data source is no mistake`() {
    #expect(errors { _ in } == [])
    #expect(errors { $0.reloadedRows = [Row(old: [0, 1], new: [0, 1])] } == [])
    #expect(errors(after: [3, 1]) { $0.movedRows = [Row(old: [1, 1], new: [0, 0])] } == [])
    #expect(errors(after: [2, 5]) { $0.reloadedSections = [1] } == [])
    let moved = errors(after: [4, 2]) { ($0.deletedSections, $0.insertedSections) = ([1], [0]) }
    #expect(moved == [])
  }

  @Test func `an update whose numbers do not agree with the data source is one mistake`() {
    #expect(errors(after: [2, 3]) { _ in }.count == 1)
    #expect(errors(after: [2, 2, 2]) { _ in }.count == 1)
    #expect(errors { $0.insertedRows = [[0, 0]] }.count == 1)
    #expect(errors { $0.deletedSections = [1] }.count == 1)
    #expect(
      errors(after: [2, 3]) { $0.movedSections = [TableUpdate.Shift(old: 0, new: 1)] }.count == 1)
  }

  @Test func `a row or section that is missing, is named twice or does not stay is a mistake`() {
    let row = Row(old: [0, 0], new: [0, 0])
    let mistakes: [([Int], (inout TableUpdate) -> Void)] = [
      ([1, 2], { $0.deletedRows = [[0, 2]] }),
      ([3, 2], { $0.insertedRows = [[0, 3]] }),
      ([2, 2], { $0.reloadedRows = [Row(old: [2, 0], new: [2, 0])] }),
      ([2, 2], { $0.reloadedSections = [2] }),
      ([2, 2, 2], { $0.insertedSections = [3] }),
      ([0, 2], { $0.deletedRows = [[0, 1], [0, 1]] }),
      ([4, 2], { $0.insertedRows = [[0, 1], [0, 1]] }),
      ([2, 2], { ($0.movedRows, $0.reloadedRows) = ([row], [row]) }),
      ([1, 2], { ($0.deletedRows, $0.reloadedRows) = ([[0, 0]], [row]) }),
      ([2], { ($0.deletedSections, $0.reloadedSections) = ([0], [0]) }),
      ([2], { ($0.deletedSections, $0.deletedRows) = ([1], [[1, 0]]) }),
      ([2, 2, 1], { ($0.insertedSections, $0.insertedRows) = ([2], [[2, 0]]) }),
      (
        [2, 3],
        { ($0.movedSections, $0.insertedRows) = ([TableUpdate.Shift(old: 0, new: 1)], [[1, 0]]) }
      ),
      ([3, 2], { ($0.reloadedSections, $0.insertedRows) = ([0], [[0, 0]]) }),
    ]
    for (number, (sizes, edit)) in mistakes.enumerated() {
      #expect(errors(after: sizes, edit) != [], "\(number)")
    }
  }

  @Test func `a data source that has changed too early is a mistake`() {
    let items = Items(Item.items(2))
    let old = items.value
    let table = FakeTable([Array(old)]) { [Array(items.value)] }
    items.append(Item(id: 2))
    table.apply(TableUpdate(CollectionEdits(from: old, to: items.value))) {}
    #expect(table.errors == ["the data source has changed before the batch"])
  }
}
