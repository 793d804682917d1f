import Upkeep

/// The sum and the average of a column, kept while rows change.
final class ColumnTotal {
  /// The index of the column.
  let column: Int
  private(set) var sum = 0.0
  /// The average; `nil` without rows.
  private(set) var average: Double?
  private let updater = Updater()

  /// Follows rows.
  init(of column: Int, in rows: Property<KeyedArray<Row.ID, Row>>, _ work: Work) {
    self.column = column
    let number = { (row: Row) in
      work.note(.number, row)
      return row.fields[column].number
    }
    let total = rows.sum(of: number)
    let mean = rows.average(of: number)
    updater.keepUpToDate { [unowned self] in sum = total.value }
    updater.keepUpToDate { [unowned self] in average = mean.value }
  }
}
