/// An address and a value, as they are printed.
struct ShownCell: Equatable, CustomStringConvertible {
  let address: CellAddress
  let value: CellValue

  /// `A1 = 5`; nothing follows the `=` if the cell is empty.
  var description: String { "\(address) = \(value)" }
}
