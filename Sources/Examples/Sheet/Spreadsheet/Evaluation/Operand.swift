/// An entry of the stack of a running formula.
///
/// References stay references until somebody needs their values: aggregates treat a cell that they
/// scan differently from a value that they are given.
enum Operand {
  case value(CellValue)
  case cell(CellAddress)
  case range(CellRange)

  /// The range to scan where this is a reference; one cell is a range of one.
  var scanned: CellRange? {
    switch self {
    case .value: nil
    case .cell(let address): CellRange(address, address)
    case .range(let range): range
    }
  }
}
