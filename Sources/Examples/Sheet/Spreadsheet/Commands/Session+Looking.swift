extension Session {
  /// Carries out a command that changes nothing; allowed inside a group too.
  func look(_ command: Command) throws(CommandError) {
    workbook.sheet.progress?.begin("computing", "cells")
    defer { workbook.sheet.progress?.end() }
    switch command {
    case .get(let address): get(address)
    case .show(let range): try show(range)
    case .stats: printStatistics()
    default: printHelp()
    }
  }

  private func get(_ address: CellAddress) {
    let cell = ShownCell(address: address, value: workbook.sheet.shownValue(at: address))
    let message = cell.value.error.map { " (\($0.message.escapedForPrinting))" } ?? ""
    output.printLine(cell.description + message)
  }

  private func show(_ range: CellRange?) throws(CommandError) {
    let grid = workbook.sheet.grid
    guard let shown = range?.clipped(toLastRow: grid.lastFilledRow) ?? usedRange else { return }
    guard let table = TextTable(of: workbook.sheet, range: shown) else {
      throw CommandError("more than \(TextTable.largest) cells are too many to show; give a range")
    }
    table.lines.forEach(output.printLine)
  }

  /// The range from `A1` to the last column and the last row in use; `nil` in an empty sheet.
  private var usedRange: CellRange? {
    var lastColumn = 0
    workbook.sheet.grid.forEachCell { cell in
      if cell.marks.contains(.filled) { lastColumn = max(lastColumn, cell.address.column) }
    }
    guard lastColumn > 0 else { return nil }
    let end = CellAddress(column: lastColumn, row: workbook.sheet.grid.lastFilledRow)
    return CellRange(CellAddress(column: 1, row: 1), end)
  }

  private func printStatistics() {
    let sheet = workbook.sheet
    let (nodes, links) = sheet.liveNodes
    output.printLine("cells \(sheet.filledCount)")
    output.printLine("formulas \(sheet.formulaCount)")
    output.printLine("live nodes \(nodes)")
    output.printLine("links \(links)")
    output.printLine("bytes \(ProcessMemory.residentBytes)")
    output.printLine("last edit \(workbook.timeOfLastEdit.map(Self.milliseconds) ?? "none")")
  }

  /// A duration in milliseconds, to the microsecond: `0.042 ms`.
  private static func milliseconds(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    let fraction = String(microseconds % 1_000 + 1_000).dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms"
  }

  private func printHelp() {
    output.printLine(
      """
      set A1 = CONTENT   type into a cell: a number, a text, TRUE, FALSE, a =FORMULA, or nothing
      clear A1           empty a cell
      begin              open a group of edits; end it with commit or rollback
      undo, redo         take the last edit or group back, or make it again
      get A1             print the value of a cell
      show [RANGE]       print a table: show, show A1:D20, show B:C
      save FILE          write the sheet as comma-separated values
      stats              print the size of the sheet and the time of the last edit
      help               print this
      quit               end
      """)
  }
}
