import Upkeep
import UpkeepCollections

/// The sum and the average of a column, kept up to date; neither includes missing numbers.
final class ColumnTotal {
  /// The index of the column.
  let column: Int
  private(set) var sum = 0.0
  /// The number of rows that have a number in the column.
  private var count = 0
  private let updater = Updater()

  /// Creates the totals of a column, which follow the rows.
  init(of column: Int, in rows: Property<KeyedArray<Row.ID, Row>>, _ work: Work) {
    self.column = column
    let number = { (row: Row) in
      work.note(.number, row)
      return row[column].number
    }
    let total = rows.sum { number($0) ?? 0 }
    let present = rows.sum { number($0) == nil ? 0 : 1 }
    updater.keepUpToDate { [unowned self] in sum = total.value }
    updater.keepUpToDate { [unowned self] in count = present.value }
  }

  /// The average; `nil` without numbers.
  var average: Double? { count == 0 ? nil : sum / Double(count) }
}
