/// A row of a table.
struct Row: Identifiable, Equatable {
  /// The number of the row's line in the file; added rows get the next numbers.
  let id: Int
  /// A field for each column.
  var fields: [Field]
}
