/// The cells of a sheet that were ever typed into or referred to, in row order.
///
/// Ranges walk the grid, so they cost their cells and not their area.
///
///     bands     64 rows each, from top to bottom
///     pages     the columns of a band that hold cells, from left to right
///     cells     the cells of a page, without gaps; a bit for each row tells which rows have one
struct CellGrid {
  private static let rowsOfBand = UInt64.bitWidth

  private struct Page {
    let column: Int
    var rows: UInt64 = 0
    var cells: [Cell] = []

    /// The index of the cell of a row in `cells`, or the index at which to insert it.
    func position(of row: Int) -> Int { (rows & (1 << UInt64(row) - 1)).nonzeroBitCount }

    mutating func insert(_ cell: Cell, at row: Int) {
      let position = position(of: row)
      // `insert` at the end would reserve twice the memory.
      if position == cells.count { cells.append(cell) } else { cells.insert(cell, at: position) }
      rows |= 1 << UInt64(row)
    }

    func holds(_ row: Int) -> Bool { rows & 1 << UInt64(row) != 0 }
  }

  private struct Band {
    let number: Int
    var pages: [Page] = []

    /// The number of nonempty cells.
    var filled = 0
  }

  private var bands: [Band] = []

  /// The last row with a nonempty cell; 0 if there is none.
  private(set) var lastFilledRow = 0

  /// The cell at an address; `nil` if there is none.
  ///
  /// - Complexity: O(1) in a sheet that is filled from its first cell on, O(log n) in others.
  subscript(address: CellAddress) -> Cell? {
    let (number, row) = Self.place(ofRow: address.row)
    guard let band = Self.index(in: bands, of: number, by: \.number),
      let page = Self.index(in: bands[band].pages, of: address.column, by: \.column)
    else { return nil }
    return bands[band].pages[page].holds(row)
      ? bands[band].pages[page].cells[bands[band].pages[page].position(of: row)] : nil
  }

  /// Adds a cell that is not in the grid yet.
  ///
  /// - Complexity: O(1) after the last cell, O(bands + columns) in the middle.
  mutating func insert(_ cell: Cell) {
    let (number, row) = Self.place(ofRow: cell.address.row)
    let band = Self.position(in: bands, of: number, by: \.number)
    if band == bands.count || bands[band].number != number {
      bands.insert(Band(number: number), at: band)
    }
    let column = cell.address.column
    let page = Self.position(in: bands[band].pages, of: column, by: \.column)
    if page == bands[band].pages.count || bands[band].pages[page].column != column {
      bands[band].pages.insert(Page(column: column), at: page)
    }
    bands[band].pages[page].insert(cell, at: row)
  }

  /// Removes an empty cell from the grid.
  ///
  /// - Complexity: O(1) at the end, O(bands + columns) in the middle.
  mutating func remove(_ cell: Cell) {
    let (number, row) = Self.place(ofRow: cell.address.row)
    guard let band = Self.index(in: bands, of: number, by: \.number),
      let page = Self.index(in: bands[band].pages, of: cell.address.column, by: \.column),
      bands[band].pages[page].holds(row)
    else { return }
    let position = bands[band].pages[page].position(of: row)
    bands[band].pages[page].cells.remove(at: position)
    bands[band].pages[page].rows &= ~(1 << UInt64(row))
    if bands[band].pages[page].rows == 0 { bands[band].pages.remove(at: page) }
    if bands[band].pages.isEmpty { bands.remove(at: band) }
  }

  /// Records that a cell of the grid was filled or cleared.
  mutating func note(_ cell: Cell, isFilled: Bool) {
    let row = cell.address.row
    let band = Self.position(in: bands, of: Self.place(ofRow: row).band, by: \.number)
    bands[band].filled += isFilled ? 1 : -1
    if isFilled {
      lastFilledRow = max(lastFilledRow, row)
    } else if row == lastFilledRow {
      lastFilledRow = bands[...band].last { $0.filled > 0 }.map(Self.lastFilledRow) ?? 0
    }
  }

  private static func lastFilledRow(of band: Band) -> Int {
    band.pages.lazy.compactMap { page in
      page.cells.last { $0.marks.contains(.filled) }?.address.row
    }.max() ?? 0
  }

  // MARK: - Walking

  /// Passes the cells of a range that ever held something, row by row and from left to right.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - body: Returns whether to go on.
  /// - Complexity: O(cells of the range), and at most 64 times as much for scattered cells.
  func visitCells(in range: CellRange, _ body: (Cell) -> Bool) {
    visit(range) { !$0.marks.contains(.listed) || body($0) }
  }

  /// Passes every cell, row by row and from left to right, also cells that are only referred to.
  func forEachCell(_ body: (Cell) -> Void) {
    visit(.everything) {
      body($0)
      return true
    }
  }

  private func visit(_ range: CellRange, _ body: (Cell) -> Bool) {
    let (columns, rows) = (range.columns, range.rows)
    let (first, last) = (Self.place(ofRow: rows.lowerBound), Self.place(ofRow: rows.upperBound))
    for band in bands[Self.position(in: bands, of: first.band, by: \.number)...] {
      guard band.number <= last.band else { return }
      let start = Self.position(in: band.pages, of: columns.lowerBound, by: \.column)
      let pages = band.pages[start...].prefix { $0.column <= columns.upperBound }
      var rest = pages.reduce(0) { $0 | $1.rows }
      if band.number == first.band { rest &= .max << UInt64(first.row) }
      if band.number == last.band { rest &= .max >> UInt64(Self.rowsOfBand - 1 - last.row) }
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest - 1
        for page in pages where page.holds(row) {
          guard body(page.cells[page.position(of: row)]) else { return }
        }
      }
    }
  }

  // MARK: - Finding

  private static func place(ofRow row: Int) -> (band: Int, row: Int) {
    ((row - 1) / rowsOfBand, (row - 1) % rowsOfBand)
  }

  private static func index<Element>(
    in elements: [Element], of number: Int, by key: (Element) -> Int
  ) -> Int? {
    let position = position(in: elements, of: number, by: key)
    return position < elements.count && key(elements[position]) == number ? position : nil
  }

  /// The index of the first element whose number is not smaller.
  ///
  /// The end, and the index for a list without gaps, are tried first, because files fill the grid
  /// from its corner on.
  private static func position<Element>(
    in elements: [Element], of number: Int, by key: (Element) -> Int
  ) -> Int {
    guard let first = elements.first, let last = elements.last, key(last) >= number else {
      return elements.count
    }
    let guess = number - key(first)
    if elements.indices.contains(guess), key(elements[guess]) == number { return guess }
    var lower = 0
    var upper = elements.count - 1
    while lower < upper {
      let middle = (lower + upper) / 2
      if key(elements[middle]) < number { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
