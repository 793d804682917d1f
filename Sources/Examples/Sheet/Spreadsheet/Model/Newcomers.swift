/// The objects that an edit has made, and the contents to be typed back, if it is undone.
struct Newcomers {
  /// The cells that nobody had typed into or referred to.
  var cells: [Cell] = []

  /// The cells whose content became a property, and what each held before.
  var contents: [(cell: Cell, content: CellContent)] = []

  /// The cells that were filled for the first time.
  var listed: [Cell] = []

  /// The cells that nobody had asked for a value when they were typed into or read.
  var unread: [Cell] = []

  /// The ranges that nobody had read.
  var ranges: [CellRange] = []
}
