extension Function {
  /// COUNTIF and SUMIF.
  ///
  /// Errors in scanned cells are skipped.
  func applyToMatching(
    _ arguments: [Operand], _ evaluator: Evaluator
  ) throws(CellError) -> CellValue {
    let range = try evaluator.range(arguments[0])
    let criterion = Criterion(try evaluator.scalar(arguments[1]))
    let summed = arguments.count > 2 ? try evaluator.range(arguments[2]) : range
    try evaluator.checkSameSize(range, summed)
    var count = 0
    var sum = 0.0
    evaluator.cells.forEachValue(in: range) { address, value in
      guard criterion.matches(value) else { return true }
      count += 1
      guard self == .sumIf else { return true }
      let counterpart =
        range == summed ? value : evaluator.cells.value(at: address.moved(from: range, to: summed))
      sum += counterpart.number ?? 0
      return true
    }
    return self == .countIf ? .number(Double(count)) : CellValue(result: sum)
  }
}

extension Evaluator {
  /// The range of an argument; anything but a reference is an error.
  func range(_ operand: Operand) throws(CellError) -> CellRange {
    guard let range = operand.scanned else {
      _ = try scalar(operand)
      throw CellError(.value, "a range is needed")
    }
    return range
  }

  /// The extent of a range, with whole columns as long as the sheet.
  ///
  /// Reading it makes the formula depend on the last row in use.
  func extent(_ range: CellRange) -> CellRange {
    range.isWholeColumns ? range.clipped(toLastRow: cells.lastRowInUse) : range
  }

  fileprivate func checkSameSize(_ range: CellRange, _ other: CellRange) throws(CellError) {
    if range.columns.count == other.columns.count {
      if range.isWholeColumns, other.isWholeColumns { return }
      if extent(range).rows.count == extent(other).rows.count { return }
    }
    throw CellError(.value, "the two ranges differ in size")
  }
}

extension CellAddress {
  /// The address in `other` with the same offset as this address in `range`.
  fileprivate func moved(from range: CellRange, to other: CellRange) -> CellAddress {
    CellAddress(
      column: column - range.columns.lowerBound + other.columns.lowerBound,
      row: row - range.rows.lowerBound + other.rows.lowerBound)
  }
}
