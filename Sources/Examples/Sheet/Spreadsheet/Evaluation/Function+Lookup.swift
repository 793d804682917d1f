extension Evaluator {
  /// INDEX: one cell of a range, by row and column, or by one index in a single row or column.
  ///
  /// Only that cell is read.
  func element(_ arguments: [Operand]) throws(CellError) -> CellValue {
    let indices = try indices(arguments)
    let range = extent(try range(arguments[0]))
    let row: Int
    let column: Int
    if indices.count == 2 {
      (row, column) = (indices[0], indices[1])
    } else if range.columns.count == 1 {
      (row, column) = (indices[0], 1)
    } else if range.rows.count == 1 {
      (row, column) = (1, indices[0])
    } else {
      throw CellError(.reference, "a range of several rows and columns needs both indices")
    }
    guard 1...range.rows.count ~= row, 1...range.columns.count ~= column else {
      throw CellError(.reference, "the index is outside the range")
    }
    let corner = range.first
    return cells.value(
      at: CellAddress(column: corner.column + column - 1, row: corner.row + row - 1))
  }

  /// The indices of INDEX; an error takes precedence over a value that cannot be converted.
  private func indices(_ arguments: [Operand]) throws(CellError) -> [Int] {
    if case .value(.error(let error)) = arguments[0] { throw error }
    var indices: [Int] = []
    for value in try scalars(arguments.dropFirst()) {
      indices.append(try value.asInteger())
    }
    return indices
  }

  /// MATCH: the position of a value in a single row or column, from 1.
  ///
  /// Cells after the match are not read.
  func position(_ arguments: [Operand]) throws(CellError) -> CellValue {
    var scalarArguments = arguments
    scalarArguments.remove(at: 1)
    if case .value(.error(let error)) = arguments[1] {
      _ = try scalar(arguments[0])
      throw error
    }
    let values = try scalars(scalarArguments)
    let range = try range(arguments[1])
    guard range.columns.count == 1 || extent(range).rows.count == 1 else {
      throw CellError(.value, "a single row or column is needed")
    }
    if values.count > 1, try values[1].asNumber() != 0 {
      throw CellError(.value, "only exact matches (0) are known")
    }
    let wanted = values[0] == .empty ? .number(0) : values[0]
    var found: CellAddress?
    cells.forEachValue(in: range) { address, value in
      if wanted.isSame(as: value) { found = address }
      return found == nil
    }
    guard let found else { throw CellError(.notAvailable, "the value is not in the range") }
    let corner = range.first
    return .number(Double(found.row - corner.row + found.column - corner.column + 1))
  }
}

extension CellValue {
  /// Whether a cell holds the same value, of the same kind; case of texts is ignored.
  fileprivate func isSame(as cell: CellValue) -> Bool {
    switch (self, cell) {
    case (.number, .number), (.text, .text), (.boolean, .boolean): compared(to: cell) == 0
    default: false
    }
  }
}
