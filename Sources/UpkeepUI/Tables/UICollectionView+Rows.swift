#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  // `TableUpdate` and `Updater.follow(_:in:)` run and are tested on Linux, with a table that stops
  // where UIKit's documentation says that this view stops. This file has been type-checked only,
  // against stand-ins for UIKit's declarations; it has not run.

  extension UICollectionView: SectionTable {
    /// Shows an update as one animated batch.
    ///
    /// A view without a window reloads.
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
      // A pending reload would ask for the old counts during the batch.
      layoutIfNeeded()
      performBatchUpdates {
        change()
        self.deleteSections(update.deletedSections)
        self.insertSections(update.insertedSections)
        self.reloadSections(update.reloadedSections)
        for section in update.movedSections {
          self.moveSection(section.old, toSection: section.new)
        }
        self.deleteItems(at: update.deletedRows)
        self.insertItems(at: update.insertedRows)
        self.reloadItems(at: update.reloadedRows.map(\.old))
        for row in update.movedRows { self.moveItem(at: row.old, to: row.new) }
      }
    }
  }
#endif
