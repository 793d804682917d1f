/// The fields of the rows of a file, column by column.
///
/// An array for each row would take three times the memory.
final class FileFields {
  let columns: [ColumnFields]
  // SAFETY: arrays and numbers that only this class touches, one after the other.
  @exclusivity(unchecked) private var ranks: [[UInt32]]
  @exclusivity(unchecked) private var comparisons: [Int]

  init(_ columns: [ColumnFields]) {
    self.columns = columns
    ranks = columns.map { _ in [] }
    comparisons = columns.map { _ in 0 }
  }

  /// The ranks of two rows in a column, as `ColumnFields` makes them.
  ///
  /// `nil` until as many rows were compared as there are, because ranks cost a sort.
  func ranks(of one: Int, _ other: Int, in column: Int) -> (UInt32, UInt32)? {
    if ranks[column].isEmpty {
      comparisons[column] += 1
      if comparisons[column] < columns[column].count { return nil }
      ranks[column] = columns[column].ranks
    }
    return (ranks[column][one], ranks[column][other])
  }
}
