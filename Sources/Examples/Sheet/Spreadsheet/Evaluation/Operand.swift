/// An entry of the stack of a running formula.
///
/// References are kept until their values are needed, because aggregates treat a scanned cell
/// differently from a value.
enum Operand {
  case value(CellValue)
  case cell(CellAddress)
  case range(CellRange)

  /// The range of a reference, also of a single cell; `nil` for a value.
  var scanned: CellRange? {
    switch self {
    case .value: nil
    case .cell(let address): CellRange(address, address)
    case .range(let range): range
    }
  }
}
