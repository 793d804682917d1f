/// The cells of a sheet that were ever typed into or referred to, in row order.
///
/// Ranges walk the grid, so they cost their cells and not their area.
///
///     bands     64 rows each, from top to bottom
///     pages     the columns of a band that hold cells, from left to right
///     cells     the cells of a page, without gaps; a bit for each row tells which rows have one
///     texts     the constants of a file, each of which becomes a cell when somebody asks for it
struct CellGrid {
  private static let rowsOfBand = UInt64.bitWidth

  private final class Page {
    let column: Int
    private let firstRow: Int
    private(set) var cellRows: UInt64 = 0
    private(set) var cells: [Cell] = []
    private(set) var texts = PackedTexts()
    private unowned var sheet: Sheet?

    init(ofColumn column: Int, from firstRow: Int) {
      (self.column, self.firstRow) = (column, firstRow)
    }

    /// The rows that have a cell or a text: a bit for each.
    var rows: UInt64 { cellRows | texts.rows }

    /// The index of the cell of a row in `cells`, or the index at which to insert it.
    private func position(of row: Int) -> Int {
      (cellRows & (1 << UInt64(row) - 1)).nonzeroBitCount
    }

    func insert(_ cell: Cell, at row: Int) {
      let position = position(of: row)
      // `insert` at the end would reserve twice the memory.
      if position == cells.count { cells.append(cell) } else { cells.insert(cell, at: position) }
      cellRows |= 1 << UInt64(row)
    }

    func remove(at row: Int) {
      cells.remove(at: position(of: row))
      cellRows &= ~(1 << UInt64(row))
    }

    /// Adds a constant of a file; returns whether there was room for it.
    func add(_ text: String, at row: Int, of sheet: Sheet) -> Bool {
      self.sheet = sheet
      return rows & 1 << UInt64(row) == 0 && texts.append(text, at: row)
    }

    /// The cell of a row; `nil` if there is none.
    func cell(at row: Int, _ access: Access = .keeping) -> Cell? {
      if cellRows & 1 << UInt64(row) != 0 { return cells[position(of: row)] }
      guard access != .present, let text = texts[row], let sheet else { return nil }
      let address = CellAddress(column: column, row: firstRow + row)
      let cell = Cell(at: address, in: sheet, holding: CellContent(text))
      cell.marks = [.filled, .listed]
      if access == .keeping {
        insert(cell, at: row)
        texts.remove(at: row)
      }
      return cell
    }
  }

  /// The way to walk the constants of a file that have no cell yet.
  private enum Access {
    /// Makes a cell, which stays.
    case keeping
    /// Makes a cell for one look at it.
    case lending
    /// Passes only cells.
    case present
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
    return bands[band].pages[page].cell(at: row)
  }

  /// Adds a cell that is not in the grid yet.
  ///
  /// - Complexity: O(1) after the last cell, O(bands + columns) in the middle.
  mutating func insert(_ cell: Cell) {
    let address = cell.address
    let band = band(ofRow: address.row)
    page(ofColumn: address.column, in: band).insert(cell, at: Self.place(ofRow: address.row).row)
  }

  /// Adds a constant of a file, and makes no cell.
  ///
  /// - Returns: Whether it was added: constants must come row by row.
  /// - Complexity: As for a cell.
  mutating func insert(_ text: String, at address: CellAddress, of sheet: Sheet) -> Bool {
    let band = band(ofRow: address.row)
    let page = page(ofColumn: address.column, in: band)
    guard page.add(text, at: Self.place(ofRow: address.row).row, of: sheet) else { return false }
    bands[band].filled += 1
    lastFilledRow = max(lastFilledRow, address.row)
    return true
  }

  /// Returns the index of the band of a row, and makes it if there is none.
  private mutating func band(ofRow row: Int) -> Int {
    let number = Self.place(ofRow: row).band
    let band = Self.position(in: bands, of: number, by: \.number)
    if band == bands.count || bands[band].number != number {
      bands.insert(Band(number: number), at: band)
    }
    return band
  }

  /// Returns the page of a column, and makes it if there is none.
  private mutating func page(ofColumn column: Int, in band: Int) -> Page {
    let page = Self.position(in: bands[band].pages, of: column, by: \.column)
    if page == bands[band].pages.count || bands[band].pages[page].column != column {
      let firstRow = bands[band].number * Self.rowsOfBand + 1
      bands[band].pages.insert(Page(ofColumn: column, from: firstRow), at: page)
    }
    return bands[band].pages[page]
  }

  /// Removes an empty cell from the grid.
  ///
  /// - Complexity: O(1) at the end, O(bands + columns) in the middle.
  mutating func remove(_ cell: Cell) {
    let (number, row) = Self.place(ofRow: cell.address.row)
    guard let band = Self.index(in: bands, of: number, by: \.number),
      let page = Self.index(in: bands[band].pages, of: cell.address.column, by: \.column),
      bands[band].pages[page].cellRows & 1 << UInt64(row) != 0
    else { return }
    bands[band].pages[page].remove(at: row)
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
    band.pages.lazy.map { page in
      let lastText = UInt64.bitWidth - page.texts.rows.leadingZeroBitCount
      return max(
        page.cells.last { $0.marks.contains(.filled) }?.address.row ?? 0,
        lastText == 0 ? 0 : band.number * rowsOfBand + lastText)
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
    visit(range, .keeping) { !$0.marks.contains(.listed) || body($0) }
  }

  /// Passes every cell, row by row and from left to right, also cells that are only referred to.
  ///
  /// - Parameter body: May read and print a cell, but not keep it or its value.
  func forEachCell(_ body: (Cell) -> Void) {
    visit(.everything, .lending) {
      body($0)
      return true
    }
  }

  /// Passes the cells that are present, without the constants of a file that nobody has asked for.
  func forEachPresentCell(in range: CellRange = .everything, _ body: (Cell) -> Void) {
    visit(range, .present) {
      body($0)
      return true
    }
  }

  private func visit(_ range: CellRange, _ access: Access, _ body: (Cell) -> Bool) {
    let (columns, rows) = (range.columns, range.rows)
    let (first, last) = (Self.place(ofRow: rows.lowerBound), Self.place(ofRow: rows.upperBound))
    for band in bands[Self.position(in: bands, of: first.band, by: \.number)...] {
      guard band.number <= last.band else { return }
      let start = Self.position(in: band.pages, of: columns.lowerBound, by: \.column)
      // The body may add cells, which this walk does not pass.
      let pages = band.pages[start...].prefix { $0.column <= columns.upperBound }.map {
        (page: $0, rows: access == .present ? $0.cellRows : $0.rows)
      }
      var rest = pages.reduce(0) { $0 | $1.rows }
      if band.number == first.band { rest &= .max << UInt64(first.row) }
      if band.number == last.band { rest &= .max >> UInt64(Self.rowsOfBand - 1 - last.row) }
      while rest != 0 {
        let row = rest.trailingZeroBitCount
        rest &= rest - 1
        for (page, rows) in pages where rows & 1 << UInt64(row) != 0 {
          guard let cell = page.cell(at: row, access) else { continue }
          guard body(cell) else { return }
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
