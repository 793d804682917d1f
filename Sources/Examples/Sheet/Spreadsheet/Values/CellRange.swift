/// A rectangle of cells: `A1:B9`, or whole columns: `B:B`.
struct CellRange: Hashable {
  /// The upper left corner.
  let first: CellAddress

  /// The lower right corner.
  private let last: CellAddress

  /// Whether the range is of whole columns, which end at the last row in use.
  let isWholeColumns: Bool

  /// Creates the rectangle between any two opposite corners.
  init(_ corner: CellAddress, _ opposite: CellAddress) {
    first = CellAddress(
      column: min(corner.column, opposite.column), row: min(corner.row, opposite.row))
    last = CellAddress(
      column: max(corner.column, opposite.column), row: max(corner.row, opposite.row))
    isWholeColumns = false
  }

  /// Creates the range of whole columns between two columns, in either order.
  init(wholeColumns column: Int, _ other: Int) {
    first = CellAddress(column: min(column, other), row: 1)
    last = CellAddress(column: max(column, other), row: CellAddress.lastRow)
    isWholeColumns = true
  }

  /// Reads `A1`, `A1:B9` or `B:C`; `nil` if the text is anything else.
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

  /// The columns, from left to right.
  var columns: ClosedRange<Int> { first.column...last.column }

  /// The rows, from top to bottom; for whole columns, all possible rows.
  var rows: ClosedRange<Int> { first.row...last.row }

  /// The number of cells that the range covers, used or not.
  var count: Int { columns.count * rows.count }

  /// The range moved right by `columns` and down by `rows`; whole columns stay whole.
  func moved(columns: Int, rows: Int) -> CellRange {
    if isWholeColumns {
      return CellRange(wholeColumns: first.column + columns, last.column + columns)
    }
    return CellRange(
      first.moved(columns: columns, rows: rows), last.moved(columns: columns, rows: rows))
  }

  /// Whether the range covers an address.
  func contains(_ address: CellAddress) -> Bool {
    columns.contains(address.column) && rows.contains(address.row)
  }

  /// The same range with whole columns cut off below the last row in use.
  func clipped(toLastRow lastRow: Int) -> CellRange {
    guard isWholeColumns else { return self }
    return CellRange(first, CellAddress(column: last.column, row: max(1, lastRow)))
  }
}

extension CellRange {
  /// Every cell that a sheet can have.
  static let everything = CellRange(wholeColumns: 1, CellAddress.lastColumn)
}
