#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  import Foundation

  // `RowSequence`, the successive calls, and `Updater.follow(_:in:)` run and are tested on
  // Linux. This file has been type-checked only, against stand-ins for AppKit's declarations; it
  // has not run.

  extension NSTableView: RowTable {
    /// Shows an update as one animated group of calls.
    ///
    /// - Parameters:
    ///   - update: the rows to delete, insert, move and reload, in the only section.
    ///   - change: is called when the group begins; the data source then has the new rows.
    public func apply(_ update: TableUpdate, _ change: @escaping () -> Void) {
      let calls = RowSequence(update)
      beginUpdates()
      change()
      removeRows(at: calls.removed, withAnimation: .effectFade)
      for move in calls.moved { moveRow(at: move.from, to: move.to) }
      insertRows(at: calls.inserted, withAnimation: .effectFade)
      reloadData(
        forRowIndexes: calls.reloaded, columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
      endUpdates()
    }
  }
#endif
