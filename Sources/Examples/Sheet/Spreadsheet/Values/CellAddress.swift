/// The address of a cell: a column and a row, both counted from 1.
///
///     CellAddress("b12")             // column 2, row 12
///     CellAddress(column: 28, row: 3).description  // "AB3"
///
/// Addresses are ordered by row, then by column, like printed cells and the cells of a range.
struct CellAddress: Hashable, Comparable, CustomStringConvertible {
  /// The last column, `ZZZ`.
  static let lastColumn = 18_278

  /// The last row.
  static let lastRow = 10_000_000

  /// The column, from 1 (`A`) to ``lastColumn`` (`ZZZ`).
  var column: Int { Int(storedColumn) }

  /// The row, from 1 to ``lastRow``.
  var row: Int { Int(storedRow) }

  // Half as wide as `Int`, because formulas and cells hold many addresses.
  private let storedColumn: Int32
  private let storedRow: Int32

  /// Creates an address, which must be inside the limits.
  init(column: Int, row: Int) {
    storedColumn = Int32(column)
    storedRow = Int32(row)
  }

  /// Reads an address such as `A1`, `zz9` or `$B$2`.
  ///
  /// The result is `nil` for any other text, and for an address outside the limits.
  init?(_ text: some StringProtocol) {
    guard case .address(let address)? = ReferenceText(text.utf8) else { return nil }
    self = address
  }

  /// The address moved right by `columns` and down by `rows`.
  func moved(columns: Int, rows: Int) -> CellAddress {
    CellAddress(column: column + columns, row: row + rows)
  }

  /// The address as it is written: `AB3`.
  var description: String { Self.letters(ofColumn: column) + String(row) }

  static func < (left: CellAddress, right: CellAddress) -> Bool {
    left.row == right.row ? left.column < right.column : left.row < right.row
  }

  /// The letters of a column: 1 is `A`, 26 is `Z`, 27 is `AA`.
  static func letters(ofColumn column: Int) -> String {
    var letters: [UInt8] = []
    var rest = column
    while rest > 0 {
      letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
      rest = (rest - 1) / 26
    }
    return String(decoding: letters.reversed(), as: UTF8.self)
  }
}
