/// A row of a table.
struct Row: Identifiable, Equatable {
  /// The number of its line in the file; rows that are added get the numbers behind.
  let id: Int
  /// A field for each column.
  var fields: [Field]
}
