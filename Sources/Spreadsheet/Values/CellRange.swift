/// A rectangle of cells: `A1:B9`, or whole columns: `B:B`.
struct CellRange: Hashable {
  /// The columns, from left to right.
  let columns: ClosedRange<Int>

  /// The rows, from top to bottom; down to the last possible one where whole columns are meant.
  let rows: ClosedRange<Int>

  /// Whether whole columns were written, which end at the last row in use.
  let isWholeColumns: Bool

  /// Creates the rectangle between two corners, which may be any two opposite ones.
  init(_ corner: CellAddress, _ opposite: CellAddress) {
    columns = min(corner.column, opposite.column)...max(corner.column, opposite.column)
    rows = min(corner.row, opposite.row)...max(corner.row, opposite.row)
    isWholeColumns = false
  }

  /// Creates the range of whole columns between two columns, in either order.
  init(wholeColumns column: Int, _ other: Int) {
    columns = min(column, other)...max(column, other)
    rows = 1...CellAddress.lastRow
    isWholeColumns = true
  }

  private init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
    isWholeColumns = false
  }

  /// Reads `A1`, `A1:B9` or `B:C`; `nil` where the text is anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let ends = parts.map { ReferenceText($0.utf8) }
    switch (ends.count, ends.first, ends.last) {
    case (1, .address(let only), _): self.init(only, only)
    case (2, .address(let first), .address(let last)): self.init(first, last)
    case (2, .column(let first), .column(let last)): self.init(wholeColumns: first, last)
    default: return nil
    }
  }

  /// How many cells the range covers, used or not.
  var count: Int { columns.count * rows.count }

  /// The upper left corner.
  var first: CellAddress { CellAddress(column: columns.lowerBound, row: rows.lowerBound) }

  /// Whether the range covers an address.
  func contains(_ address: CellAddress) -> Bool {
    columns.contains(address.column) && rows.contains(address.row)
  }

  /// The same range with whole columns cut off below the last row in use.
  func clipped(toLastRow lastRow: Int) -> CellRange {
    isWholeColumns ? CellRange(columns: columns, rows: 1...max(1, lastRow)) : self
  }
}
