import ExampleScripts
import Upkeep

extension Sheet {
  /// Fills an empty sheet.
  ///
  /// - Parameter fill: Passes the content of each cell once, preferably row by row.
  /// - Throws: The error of `fill`; then nothing is evaluated.
  /// - Complexity: O(contents), and the cost of evaluating the formulas.
  func load<Failure>(
    _ fill: (_ content: (CellAddress, String) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    isLoading = true
    defer {
      isLoading = false
      progress?.end()
    }
    try fill { address, text in
      guard !text.isEmpty else { return }
      progress?.advance()
      if text.utf8.first != UInt8(ascii: "="), grid.insert(text, at: address, of: self) {
        filledCount += 1
        return
      }
      var content = CellContent(text)
      let above = address.row > 1 ? grid[address.moved(columns: 0, rows: -1)] : nil
      content.shareFormula(at: address, with: above?.typed)
      let cell = Cell(at: address, in: self, holding: content)
      grid.insert(cell)
      record(cell)
    }
    batch {
      lastRow.value = grid.lastFilledRow
      progress?.begin("computing", "formulas", of: formulaCount)
      evaluateInOrder { grid.forEachPresentCell($0) }
      grid.forEachPresentCell { cell in
        observe(cell)
        if cell.plainValue == nil { cell.shown = cell.storedValue }
      }
      closeGroup()
    }
  }
}
