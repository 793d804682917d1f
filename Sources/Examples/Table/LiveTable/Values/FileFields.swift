/// The fields of the rows of a file, column by column.
///
/// An array for each row would take three times the memory.
final class FileFields: Sendable {
  let columns: [ColumnFields]

  init(_ columns: [ColumnFields]) { self.columns = columns }
}
