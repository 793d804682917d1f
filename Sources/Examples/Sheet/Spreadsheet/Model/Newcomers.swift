/// The objects to drop, and the contents to restore, if an edit is rolled back.
struct Newcomers {
  /// The cells that the edit has created.
  var cells: [Cell] = []

  /// The cells whose content became a property, and the previous content of each.
  var contents: [(cell: Cell, content: CellContent)] = []

  /// The cells that were filled for the first time.
  var listed: [Cell] = []

  /// The cells whose value had no property when they were typed into or read.
  var unread: [Cell] = []

  /// The ranges whose signal the edit has created.
  var ranges: [CellRange] = []
}
