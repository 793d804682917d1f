/// A cell and its value, as they are printed.
struct ShownCell: Equatable, CustomStringConvertible {
  let address: CellAddress
  let value: CellValue

  /// `A1 = 5`; nothing follows where the cell is empty.
  var description: String { "\(address) = \(value)" }
}
