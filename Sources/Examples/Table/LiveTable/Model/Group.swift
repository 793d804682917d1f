import Upkeep

/// The rows with one field in common: their number and their total, kept while they change.
final class Group {
  /// The rows, which `GroupList` sets.
  let rows: StoredProperty<KeyedArray<Row.ID, Row>>
  /// The sum of the column that is totalled; `nil` if none is.
  private(set) var sum: Double?
  private let updater = Updater()

  init(_ rows: KeyedArray<Row.ID, Row>, total column: Int?, _ work: Work) {
    self.rows = StoredProperty(rows)
    guard let column else { return }
    let total = self.rows.sum { row in
      work.note(.number, row)
      return row.fields[column].number
    }
    updater.keepUpToDate { [unowned self] in sum = total.value }
  }
}
