/// A view that shows rows: a table or a collection view.
///
/// `Updater.follow(_:in:)` reports changes to the view. The tables of UIKit and AppKit conform; a
/// view of your own that inherits from none of them can conform, too.
@MainActor public protocol RowTable: AnyObject {
  /// Reads all rows from the data source again.
  func reloadData()

  /// Shows an update as one batch.
  ///
  /// - Parameters:
  ///   - update: the rows and sections to delete, insert, move and reload.
  ///   - change: must be called once, when the batch begins; the data source then has the new rows.
  func apply(_ update: TableUpdate, _ change: @escaping () -> Void)
}

/// A view that shows rows in sections.
@MainActor public protocol SectionTable: RowTable {}
