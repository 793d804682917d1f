/// The objects that an edit has made, and the contents to restore, for when the edit is undone.
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
