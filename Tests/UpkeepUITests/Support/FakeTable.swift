import Foundation
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// A table that refuses the updates that UIKit's table refuses, and keeps its rows in the same way.
///
/// A row that is not reloaded goes on showing its old content.
@MainActor final class FakeTable: SectionTable {
  /// The answers of a table's data source.
  struct Source {
    let sectionCount: () -> Int
    let rowCount: (Int) -> Int
    let row: (IndexPath) -> Item
  }

  var source: Source?
  /// The rows that are shown, by sections.
  private(set) var shown: [[Item]] = []
  /// The mistakes for which UIKit would have stopped the program.
  private(set) var errors: [String] = []
  private(set) var updates: [TableUpdate] = []
  private(set) var reloads = 0

  init(_ rows: TableRows<Int, Item>) {
    source = Source(sectionCount: { 1 }, rowCount: { _ in rows.count }, row: { rows[$0[1]] })
  }

  init(_ sections: TableSections<Int, Int, Item>) {
    source = Source(
      sectionCount: { sections.count }, rowCount: { sections[$0].elements.count },
      row: { sections[$0] })
  }

  /// Makes a table that shows rows from the start.
  init(_ shown: [[Item]], then source: Source) {
    self.shown = shown
    self.source = source
  }

  /// Returns the updates since the last `take`.
  func take() -> [TableUpdate] {
    defer { updates = [] }
    return updates
  }

  func reloadData() {
    reloads += 1
    shown = (0..<(source?.sectionCount() ?? 0)).map { rows(in: $0) }
  }

  func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
    updates.append(update)
    if source?.sectionCount() != shown.count
      || shown.indices.contains(where: { source?.rowCount($0) != shown[$0].count })
    {
      errors.append("the data source has changed before the batch")
    }
    change()
    var batch = FakeBatch(update, of: shown)
    let new = batch.apply(
      newCount: source?.sectionCount() ?? 0, rowCount: { source?.rowCount($0) ?? 0 }
    ) {
      source?.row($0)
    }
    errors += batch.errors
    if let new { shown = new } else { reloadData() }
  }

  private func rows(in section: Int) -> [Item] {
    (0..<(source?.rowCount(section) ?? 0)).compactMap { source?.row([section, $0]) }
  }
}
