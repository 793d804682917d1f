import Upkeep
import UpkeepCollections

/// The groups of rows by the fields of a column, in the order of their first rows, kept up to date.
final class GroupList {
  /// The index of the column.
  let column: Int
  private let groups: Property<KeyedArray<Field, Group>>
  private let updater = Updater()

  /// Creates the groups, which follow the rows.
  init(
    of rows: Property<KeyedArray<Row.ID, Row>>, by column: Int, total: Int?, _ work: Work
  ) {
    self.column = column
    groups = rows.combined(
      { row in
        if total != nil { work.note(.number, row) }
        return Group(row[column], total: total.map { row[$0].number ?? 0 })
      }, with: { $0.adding($1) },
      by: { row in
        work.note(.group, row)
        return row[column]
      })
    updater.keepUpToDate(dependencies: [groups]) {}
  }

  /// The number of groups.
  var count: Int { groups.value.count }

  /// The first groups.
  ///
  /// - Parameter most: The largest number of groups to return.
  /// - Returns: The groups, in their order.
  func first(_ most: Int) -> [Group] { Array(groups.value.prefix(most)) }
}
