/// The cells that ever held something, in row order.
///
/// Ranges walk it, so that they cost what is in them and not what they cover.
struct CellGrid {
  /// One row: its cells from left to right, and how many of them hold something now.
  private struct Row {
    let number: Int
    var cells: [Cell] = []
    var filled = 0
  }

  private var rows: [Row] = []

  /// The last row in which any cell holds something; 0 where none does.
  private(set) var lastFilledRow = 0

  /// Adds a cell that is not in the grid yet.
  ///
  /// - Complexity: O(log n) behind the last cell, O(rows + columns) in the middle.
  mutating func insert(_ cell: Cell) {
    let row = Self.index(in: rows, of: cell.address.row, by: \.number)
    if row == rows.count || rows[row].number != cell.address.row {
      rows.insert(Row(number: cell.address.row), at: row)
    }
    let column = Self.index(in: rows[row].cells, of: cell.address.column, by: \.address.column)
    rows[row].cells.insert(cell, at: column)
  }

  /// Takes a cell that holds nothing out of the grid.
  ///
  /// - Complexity: O(log n) at the end, O(rows + columns) in the middle.
  mutating func remove(_ cell: Cell) {
    let row = Self.index(in: rows, of: cell.address.row, by: \.number)
    let column = Self.index(in: rows[row].cells, of: cell.address.column, by: \.address.column)
    rows[row].cells.remove(at: column)
    if rows[row].cells.isEmpty { rows.remove(at: row) }
  }

  /// Notes that a cell of the grid was filled, or cleared.
  mutating func note(_ cell: Cell, isFilled: Bool) {
    let row = Self.index(in: rows, of: cell.address.row, by: \.number)
    rows[row].filled += isFilled ? 1 : -1
    if isFilled {
      lastFilledRow = max(lastFilledRow, cell.address.row)
    } else if cell.address.row == lastFilledRow, rows[row].filled == 0 {
      lastFilledRow = rows[...row].last { $0.filled > 0 }?.number ?? 0
    }
  }

  /// Hands over the cells of a range, row by row and from left to right.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(rows of the range that hold a cell * log(columns) + cells).
  func visitCells(in range: CellRange, _ body: (Cell) -> Bool) {
    var row = Self.index(in: rows, of: range.rows.lowerBound, by: \.number)
    while row < rows.count, rows[row].number <= range.rows.upperBound {
      let cells = rows[row].cells
      var column = Self.index(in: cells, of: range.columns.lowerBound, by: \.address.column)
      while column < cells.count, cells[column].address.column <= range.columns.upperBound {
        guard body(cells[column]) else { return }
        column += 1
      }
      row += 1
    }
  }

  /// Every cell, row by row and from left to right.
  var cells: some Sequence<Cell> { rows.lazy.flatMap(\.cells) }

  /// Where the first element stands whose number is not smaller; the end is tried first, since
  /// files fill the grid from top to bottom.
  private static func index<Element>(
    in elements: [Element], of number: Int, by key: (Element) -> Int
  ) -> Int {
    guard let last = elements.last, key(last) >= number else { return elements.count }
    var lower = 0
    var upper = elements.count - 1
    while lower < upper {
      let middle = (lower + upper) / 2
      if key(elements[middle]) < number { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
