import DelimitedText

extension CSVReader {
  /// Passes every nonempty field to a closure, with the address of its cell.
  ///
  ///     try CSVReader.readCells(Array("a,\"b,c\"\n".utf8)) { print($0, $1) }
  ///     // A1 a
  ///     // B1 b,c
  ///
  /// - Throws: A ``CSVError`` at the first place where the text is not a sheet. Some fields may
  ///   have been passed by then.
  static func readCells(
    _ bytes: [UInt8], cell: (CellAddress, String) -> Void
  ) throws(CSVError) {
    try read(bytes) { (field) throws(CSVError) in
      guard field.row <= CellAddress.lastRow else {
        throw CSVError(.tooManyRows, at: field.offset, in: bytes)
      }
      guard field.column <= CellAddress.lastColumn else {
        throw CSVError(.tooManyColumns, at: field.offset, in: bytes)
      }
      if !field.text.isEmpty {
        cell(CellAddress(column: field.column, row: field.row), field.text)
      }
    }
  }
}
