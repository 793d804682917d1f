/// A view that shows rows: a table or a collection view.
///
/// `Updater.follow(_:in:)` tells it of changes. UIKit's and AppKit's are such; a view of your own that inherits from
/// none of them conforms.
@MainActor public protocol RowTable: AnyObject {
  /// Asks the data source for all rows anew.
  func reloadData()

  /// Shows an update, as one batch.
  ///
  /// - Parameters:
  ///   - update: the rows and sections that go, come, move and are reloaded.
  ///   - change: has to be called once, when the batch begins: from then on the data source has the new rows.
  func apply(_ update: TableUpdate, _ change: @escaping () -> Void)
}

/// A view that shows rows in sections.
@MainActor public protocol SectionTable: RowTable {}
