#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  // `TableUpdate` and `Updater.follow(_:in:)` run and are tested on Linux, with a table that stops
  // where UIKit's documentation says that this view stops. This file has been type-checked only,
  // against stand-ins for UIKit's declarations; it has not run.

  extension UITableView: SectionTable {
    /// Shows an update as one batch with automatic animations.
    ///
    /// A table without a window reloads.
    ///
    /// - Parameters:
    ///   - update: the rows and sections to delete, insert, move and reload.
    ///   - change: is called when the batch begins; the data source then has the new rows.
    public func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
      guard window != nil else {
        change()
        reloadData()
        return
      }
      performBatchUpdates {
        change()
        self.deleteSections(update.deletedSections, with: .automatic)
        self.insertSections(update.insertedSections, with: .automatic)
        self.reloadSections(update.reloadedSections, with: .automatic)
        for section in update.movedSections {
          self.moveSection(section.old, toSection: section.new)
        }
        self.deleteRows(at: update.deletedRows, with: .automatic)
        self.insertRows(at: update.insertedRows, with: .automatic)
        self.reloadRows(at: update.reloadedRows.map(\.old), with: .automatic)
        for row in update.movedRows { self.moveRow(at: row.old, to: row.new) }
      }
    }
  }
#endif
