import Upkeep
import UpkeepCollections

/// Everything about a table that commands change, for undo and redo.
///
/// Two contents share the rows that they have in common.
struct TableContent: Equatable {
  let rows: KeyedArray<Row.ID, Row>
  let filter: Filter?
  let order: Order?
  let window: Range<Int>
  let total: Int?
  let group: Int?
}

extension Table {
  /// The current content.
  ///
  /// - Complexity: Reading costs O(1), and writing O(rows) if the rows differ.
  var content: TableContent {
    get {
      TableContent(
        rows: rows.value, filter: filter.value, order: order.value, window: window.value,
        total: total?.column, group: groups?.column)
    }
    set {
      let old = content
      batch {
        if newValue.rows != old.rows { rows.replaceAll(with: newValue.rows) }
        filter.value = newValue.filter
        order.value = newValue.order
        window.value = newValue.window
      }
      if newValue.total != old.total { total(newValue.total) }
      if newValue.group != old.group { group(newValue.group) }
    }
  }
}
