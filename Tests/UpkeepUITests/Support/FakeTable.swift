import Foundation
import Upkeep
import UpkeepCollections

@testable import UpkeepUI

/// A table that refuses the updates that UIKit's table refuses, and keeps its rows in the same way.
///
/// A row that is not reloaded goes on showing its old content.
@MainActor final class FakeTable: SectionTable {
  /// Asks the data source for all rows, by sections.
  var source: (() -> [[Item]])?
  /// The rows that are shown, by sections.
  private(set) var shown: [[Item]] = []
  /// The mistakes for which UIKit would have stopped the program.
  private(set) var errors: [String] = []
  private(set) var updates: [TableUpdate] = []
  private(set) var reloads = 0

  init(_ rows: TableRows<Int, Item>) {
    source = { [(0..<rows.count).map { rows[$0] }] }
  }

  init(_ sections: TableSections<Int, Int, Item>) {
    source = {
      (0..<sections.count).map { section in
        (0..<sections[section].elements.count).map { sections[[section, $0]] }
      }
    }
  }

  /// Makes a table that shows rows from the start.
  init(_ shown: [[Item]], then source: @escaping () -> [[Item]]) {
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
    shown = source?() ?? []
  }

  func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
    updates.append(update)
    if source?().map(\.count) != shown.map(\.count) {
      errors.append("the data source has changed before the batch")
    }
    change()
    var batch = FakeBatch(update, of: shown)
    let new = batch.apply(source?() ?? [])
    errors += batch.errors
    if let new { shown = new } else { reloadData() }
  }
}
